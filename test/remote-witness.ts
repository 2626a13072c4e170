import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on loopback that notes what it was sent, and a capability as data that sends to it. */
export async function startRemoteWitness() {
  const lines: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    lines.push(`${request.method} ${request.url} ${body}`);
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({ noted: lines.length, authorization: request.headers.authorization }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    host,
    lines,
    manifest: {
      id: "remote",
      name: "Remote witness",
      description: "Notes lines on another server.",
      tools: [
        {
          name: "note",
          description: "Notes a line.",
          input_schema: {
            type: "object",
            properties: { line: { type: "string" } },
            required: ["line"],
            additionalProperties: false,
          },
          http: { method: "POST", url: `http://${host}/notes`, body: { line: "{{line}}" } },
        },
      ],
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
