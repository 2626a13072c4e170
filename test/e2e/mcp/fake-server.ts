import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";

type Listed = JsonObject & { readonly name: string };

/** An MCP server of the older era over HTTP, in this process: a test says what it lists and answers. */
export async function openFakeServer(tools: () => readonly Listed[] | string) {
  const calls: JsonObject[] = [];
  const streams = new Set<ServerResponse>();
  let listings = 0;

  function resultOf({ method, params }: JsonObject): unknown {
    if (method === "initialize") {
      const { protocolVersion } = params as JsonObject;
      const capabilities = { tools: { listChanged: true } };
      return { protocolVersion, capabilities, serverInfo: { name: "fake", version: "1" } };
    }
    if (method === "tools/call") {
      calls.push(params as JsonObject);
      return { content: [{ type: "text", text: "done" }] };
    }
    return method === "ping" ? {} : undefined;
  }

  /** What a library would not send is sent as it was written. */
  function listed(): string {
    listings += 1;
    const now = tools();
    return typeof now === "string" ? now : JSON.stringify({ tools: now });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === "GET") {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      streams.add(response);
      return;
    }
    const message = JSON.parse((await text(request)) || "{}") as JsonObject;
    if (message.id === undefined) return void response.writeHead(202).end();
    const id = JSON.stringify(message.id);
    const result = message.method === "tools/list" ? listed() : JSON.stringify(resultOf(message));
    const body = result
      ? `{"jsonrpc":"2.0","id":${id},"result":${result}}`
      : `{"jsonrpc":"2.0","id":${id},"error":{"code":-32601,"message":"unknown"}}`;
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  }

  const server = createServer((request, response) => void answer(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    calls,
    listings: () => listings,
    isHeard: () => streams.size > 0,
    tellChange() {
      const note = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
      for (const stream of streams) stream.write(`data: ${JSON.stringify(note)}\n\n`);
    },
  };
}
