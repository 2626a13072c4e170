import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openApi } from "../../../test/open-api.ts";
import type { FoundMcpServer, McpServer } from "../../http/client/wire.ts";

type Items = { readonly items: FoundMcpServer[] };

async function openProject(servers: object) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-project-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (written: object) =>
    writeFileSync(join(folder, ".mcp.json"), JSON.stringify({ mcpServers: written }));
  write(servers);
  const api = await openApi();
  onTestFinished(() => api.close());
  const found = async () => (await api.get<Items>("/v1/found-mcp-servers")).body.items;
  const trust = () =>
    api.post<{ mcp_servers: FoundMcpServer[] }>("/v1/packs/trust", { path: folder });
  return { ...api, folder, write, found, trust };
}

const NOWHERE = { url: "http://127.0.0.1:9/mcp", headers: { Authorization: "Bearer hunter2" } };

test("the servers of a project are found only once it is trusted, and then neither started nor usable", async () => {
  const api = await openProject({ shop: NOWHERE, wrong: { command: 5 } });
  expect(await api.found()).toEqual([]);
  const { body } = await api.trust();
  expect(body.mcp_servers).toMatchObject([
    { id: "shop", project: api.folder, url: NOWHERE.url, is_added: false, problem: null },
    { id: "wrong", problem: expect.stringContaining("command") },
  ]);
  expect(await api.found()).toEqual(body.mcp_servers);
  expect(JSON.stringify(body)).not.toContain("hunter2");
  expect((await api.get("/v1/mcp-servers")).body).toMatchObject({ items: [], total: 0 });
  const agent = { name: "shopper", capabilities: ["mcp:shop"] };
  expect((await api.post("/v1/agents", agent)).status).toBe(422);
});

test("A99: an admin adds one as it was shown; one that changed meanwhile is refused", async () => {
  const api = await openProject({ shop: NOWHERE });
  await api.trust();
  const [shown] = await api.found();
  const add = (as: "owner" | "admin", digest = shown?.digest) =>
    api.post<McpServer>(
      "/v1/found-mcp-servers",
      { id: "shop", project: api.folder, digest },
      { as },
    );
  expect((await add("owner")).status).toBe(403);
  api.write({ shop: { command: "node", args: ["/evil.js"] } });
  expect(await add("admin")).toMatchObject({ status: 409, body: { code: "STATE_CONFLICT" } });
  api.write({ shop: NOWHERE });
  expect(await add("admin")).toMatchObject({ status: 201, body: { id: "shop", from: "added" } });
  expect(await api.found()).toMatchObject([{ id: "shop", is_added: true }]);
});

test("only the file of a project that was trusted is read", async () => {
  const api = await openProject({ shop: NOWHERE });
  const other = join(api.folder, "other");
  mkdirSync(other);
  symlinkSync(join(api.folder, ".mcp.json"), join(other, ".mcp.json"));
  await api.post("/v1/packs/trust", { path: other });
  expect(await api.found()).toMatchObject([{ id: "", problem: expect.stringContaining("link") }]);
  const body = { id: "shop", project: api.folder, digest: "0" };
  const added = await api.post("/v1/found-mcp-servers", body, { as: "admin" });
  expect(added).toMatchObject({ status: 422, body: { code: "REQUEST_INVALID" } });
});
