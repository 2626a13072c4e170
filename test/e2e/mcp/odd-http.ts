import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { JsonObject } from "../../../src/base/json.ts";

type Way = "streams" | "forgets" | "silent";
type Message = JsonObject & { readonly params?: JsonObject };

const TOOLS = ["plain", "asks"].map((name) => ({ name, inputSchema: { type: "object" } }));
const COLOUR = { type: "string", enum: ["red", "blue"] };
const ASKED = {
  message: "Which colour?",
  requestedSchema: { type: "object", properties: { colour: COLOUR }, required: ["colour"] },
};

/** An honest server of the older era over HTTP: `forgets` ends a session after each call. */
export async function startOddHttp(way: Way) {
  const sessions = new Set<string>();
  const waiting = new Map<string, (answer: Message) => void>();

  const write = (response: ServerResponse, message: object) =>
    void response.write(
      `event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`,
    );

  function reply(response: ServerResponse, message: object): void {
    if (way !== "streams") {
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end(JSON.stringify({ jsonrpc: "2.0", ...message }));
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    write(response, message);
    response.end();
  }

  function askFor(response: ServerResponse, answered: (colour: string) => void): void {
    const id = randomUUID();
    waiting.set(id, ({ result }) => {
      const { content, action } = result as { content?: { colour: string }; action: string };
      answered(content?.colour ?? action);
    });
    response.writeHead(200, { "content-type": "text/event-stream" });
    write(response, { id, method: "elicitation/create", params: ASKED });
  }

  function call(response: ServerResponse, { id, params }: Message, session: string): void {
    const said = (words: string) => ({ id, result: { content: [{ type: "text", text: words }] } });
    const end = () => {
      if (way === "forgets") sessions.delete(session);
    };
    if (params?.name !== "asks") {
      reply(response, said("hello"));
      end();
      return;
    }
    askFor(response, (colour) => {
      write(response, said(`It is ${colour}.`));
      response.end();
      end();
    });
  }

  function initialize(response: ServerResponse, { id, params }: Message): void {
    const session = randomUUID();
    sessions.add(session);
    response.setHeader("mcp-session-id", session);
    const serverInfo = { name: "odd", version: "1" };
    const capabilities = { tools: {} };
    const { protocolVersion } = params ?? {};
    reply(response, { id, result: { protocolVersion, capabilities, serverInfo } });
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const message = JSON.parse(await text(request)) as Message;
    const { id, method } = message;
    if (method === undefined) waiting.get(String(id))?.(message);
    if (method === undefined || id === undefined) return void response.writeHead(202).end();
    if (method === "initialize") return initialize(response, message);
    const known = method === "tools/list" || method === "tools/call" || method === "ping";
    if (!known && way === "silent") return;
    if (!known) return reply(response, { id, error: { code: -32601, message: "unknown" } });
    const session = String(request.headers["mcp-session-id"]);
    if (!sessions.has(session)) return void response.writeHead(404).end();
    if (method === "tools/call") return call(response, message, session);
    reply(response, { id, result: method === "ping" ? {} : { tools: TOOLS } });
  }

  const server = createServer((request, response) => void serve(request, response));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
