// What a gateway costs that does nothing: the SDK on both sides, and each call passed on.
import { createServer as createHttp } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";

const [front = "stdio", upstream = ""] = process.argv.slice(2);
const client = new Client({ name: "bare", version: "1" });
await client.connect(
  new StdioClientTransport({ command: process.execPath, args: [upstream], stderr: "ignore" }),
);

function createServer(): Server {
  const server = new Server({ name: "bare", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", ({ params }) => client.listTools(params));
  server.setRequestHandler("tools/call", ({ params }) => client.callTool(params));
  return server;
}

if (front === "stdio") await createServer().connect(new StdioServerTransport());
else {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const http = createHttp(
    getRequestListener(async (request) => {
      const known = sessions.get(request.headers.get("mcp-session-id") ?? "");
      if (known) return known.handleRequest(request);
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => crypto.randomUUID(),
        onsessioninitialized: (id) => void sessions.set(id, transport),
      });
      await createServer().connect(transport);
      return transport.handleRequest(request);
    }),
  );
  http.listen(0, "127.0.0.1", () => {
    const address = http.address();
    if (typeof address === "object") process.stdout.write(`${address?.port}\n`);
  });
}
