import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { McpServer } from "../../../src/http/client/wire.ts";
import { type McpApi, openMcpApi, SERVERS } from "./open-mcp-api.ts";
import { startModern, startServer } from "./start-server.ts";

async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function addUrl(api: McpApi, id: string, url: string, more = {}) {
  return api.post<McpServer>("/v1/mcp-servers", { id, url, ...more }, { as: "admin" });
}

test("C7: a server of the older era is reached over HTTP, and its session is renewed when it forgets us", async () => {
  const port = await freePort();
  const script = join(dirname(SERVERS.everything), "index.js");
  const env = { PORT: String(port) };
  const first = await startServer(script, ["streamableHttp"], env);
  await expect.poll(() => reaches(port), { timeout: 15_000 }).toBe(true);
  const api = await openMcpApi();
  const added = await addUrl(api, "old", `http://127.0.0.1:${port}/mcp`);
  expect(added.body).toMatchObject({ state: "ready", trust: "local-mcp" });
  const echo = () => api.invoke("mcp:old:echo", { message: "hi" });
  expect((await echo()).state).toBe("completed");
  await first.stop();
  const gone = await echo();
  expect(gone).toMatchObject({ state: "failed", error: { code: "SOURCE_UNAVAILABLE" } });
  await startServer(script, ["streamableHttp"], env);
  await expect.poll(async () => (await echo()).state, { timeout: 20_000 }).toBe("completed");
});

test("C7: a server of the newer era is recognised, and answers", async () => {
  const { port } = await startModern();
  const api = await openMcpApi();
  const added = await addUrl(api, "modern", `http://127.0.0.1:${port}/mcp`);
  expect(added.body).toMatchObject({ state: "ready", tools: 2 });
  const outcome = await api.invoke("mcp:modern:hello", {});
  expect(outcome.outputs).toEqual({ content: [{ type: "text", text: "hello" }] });
});

test("A72: a private address is refused unless its host is allowed; a loopback one of the owner is not", async () => {
  const api = await openMcpApi();
  const added = await addUrl(api, "inside", "http://10.1.2.3:9/mcp");
  expect(added.body).toMatchObject({ state: "failed", error: expect.stringContaining("private") });
});

test("A107: a secret goes into a header, and into no answer", async () => {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(500).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const api = await openMcpApi();
  const value = "correct-horse-battery-staple";
  await api.request("PUT", "/v1/secrets/HUB", { as: "admin", body: { value } });
  const headers = { Authorization: `Bearer \${secret:HUB}` };
  const added = await addUrl(api, "closed", `http://127.0.0.1:${port}/mcp`, { headers });
  expect(seen[0]).toBe(`Bearer ${value}`);
  expect(JSON.stringify(added.body)).not.toContain(value);
  expect(JSON.stringify(await api.records())).not.toContain(value);
});

test("A78: an answer without end is cut off, and the others are not delayed", async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(100_000)));
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const api = await openMcpApi();
  const before = process.memoryUsage().rss;
  const added = await addUrl(api, "endless", `http://127.0.0.1:${port}/mcp`);
  expect(added.body.state).not.toBe("ready");
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
});

function reaches(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/mcp`).then(
    () => true,
    () => false,
  );
}
