import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { McpServer } from "../../../src/http/client/wire.ts";
import { openSqliteStore } from "../../../src/stores/sqlite/open-sqlite-store.ts";
import { openHarness } from "../../harness.ts";
import { IS_LONG } from "../../runs.ts";
import { fixture, openMcpApi } from "./open-mcp-api.ts";

function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "capstan-mcp-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Processes whose command line has this text. */
function running(text: string): number {
  const all = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
  return all.split("\n").filter((line) => line.includes(text) && !line.startsWith("ps ")).length;
}

/** The usual run has enough of them to see that nobody waits. */
const SERVERS = IS_LONG ? 50 : 15;

test("C16: many servers, one of five dead: nobody waits for those", async () => {
  const folder = makeFolder();
  const file = join(folder, "mcp.json");
  const script = fixture("hostile.mjs");
  const server = (n: number) => ({
    command: "node",
    args: [script, "", n % 5 === 0 ? (n % 10 === 0 ? "mute" : "dead") : ""],
  });
  const mcpServers = Object.fromEntries(
    Array.from({ length: SERVERS }, (_, n) => [`s${n}`, server(n)]),
  );
  writeFileSync(file, JSON.stringify({ mcpServers }));
  const api = await openMcpApi({ mcpFile: file });
  const listed = await api.get("/v1/tools?limit=2000");
  expect(listed.status).toBe(200);
  const ready = async () => {
    const { body } = await api.get<{ items: McpServer[] }>("/v1/mcp-servers?limit=100");
    return body.items.filter(({ tools }) => tools > 5).length;
  };
  // The start and the first listing wait for no server at all.
  expect(await ready()).toBeLessThan((SERVERS * 4) / 5);
  await expect.poll(ready, { timeout: 60_000, interval: 200 }).toBe((SERVERS * 4) / 5);
  expect((await api.invoke("mcp:s1:plain", {})).state).toBe("completed");
}, 90_000);

test("C16: after a restart the tools of a server that is gone are there, and out of reach", async () => {
  const folder = makeFolder();
  const script = join(folder, "server.mjs");
  writeFileSync(script, readFileSync(fixture("hostile.mjs")));
  const database = join(folder, "capstan.db");
  const masterKey = new Uint8Array(32).fill(7);
  const first = await openMcpApi({ masterKey, store: openSqliteStore(database) });
  await first.add("kept", script);
  expect((await first.invoke("mcp:kept:plain", {})).state).toBe("completed");
  renameSync(script, `${script}.gone`);
  const copy = join(folder, "copy.db");
  await first.store.backup?.(copy);
  const second = await openHarness({ masterKey, store: openSqliteStore(copy), profile: "auto" });
  onTestFinished(() => second.close());
  expect(second.gate.catalog.getTool("mcp:kept:plain")).toBeDefined();
  const outcome = await second.invoke("mcp:kept:plain", {});
  expect(outcome).toMatchObject({ state: "failed", error: { code: "SOURCE_UNAVAILABLE" } });
});

test("C14, C43: a refresh starts a new process and lists again; removing ends the process", async () => {
  const folder = makeFolder();
  const witness = join(folder, "witness");
  const api = await openMcpApi();
  const access = { paths: [{ root: folder, verbs: ["read", "write"] }], hosts: [] };
  await api.add("one", fixture("hostile.mjs"), { args: [witness], capstan: { access } });
  expect(running(witness)).toBeGreaterThan(0);
  writeFileSync(`${witness}.changed`, "");
  const refreshed = await api.post<McpServer>("/v1/mcp-servers/one/refresh", {}, { as: "admin" });
  expect(refreshed.status).toBe(200);
  expect(api.gate.catalog.getTool("mcp:one:plain")?.description).toContain("all your files");
  const removed = await api.request("DELETE", "/v1/mcp-servers/one", { as: "admin" });
  expect(removed.status).toBe(200);
  expect(running(witness)).toBe(0);
  expect(api.gate.catalog.getTool("mcp:one:plain")).toBeUndefined();
  expect((await api.get("/v1/mcp-servers/one")).status).toBe(404);
});

test.each(IS_LONG ? (["SIGKILL", "SIGTERM"] as const) : (["SIGKILL"] as const))(
  "no process of a server outlives a Capstan that ends by %s",
  async (signal) => {
    const folder = makeFolder();
    const witness = join(folder, "witness");
    const mcpServers = { one: { command: "node", args: [fixture("hostile.mjs"), witness] } };
    writeFileSync(join(folder, "mcp.json"), JSON.stringify({ mcpServers }));
    const capstan = spawn(process.execPath, ["bin/capstan.mjs", "serve", "--port", "0"], {
      env: { ...process.env, CAPSTAN_HOME: folder },
      stdio: "ignore",
    });
    onTestFinished(() => void capstan.kill("SIGKILL"));
    await expect.poll(() => running(witness), { timeout: 30_000 }).toBeGreaterThan(0);
    await expect.poll(() => existsSync(join(folder, "serve.json"))).toBe(true);
    capstan.kill(signal);
    await once(capstan, "exit");
    await expect.poll(() => running(witness), { timeout: 5_000 }).toBe(0);
  },
  60_000,
);

test("only an admin adds, removes and refreshes servers; what is wrong is named", async () => {
  const api = await openMcpApi();
  const body = { id: "x", command: "node", args: [] };
  expect((await api.post("/v1/mcp-servers", body)).status).toBe(403);
  const as = { as: "admin" } as const;
  const wrong = async (config: object) =>
    (await api.post<{ code: string; detail: string }>("/v1/mcp-servers", config, as)).body;
  expect(await wrong({ id: "a:b", command: "node" })).toMatchObject({ code: "MCP_SERVER_INVALID" });
  expect(await wrong({ id: "x" })).toMatchObject({
    detail: expect.stringContaining("command and url"),
  });
  for (const root of ["/", "/root/*", "relative"]) {
    const access = { paths: [{ root, verbs: ["read"] }] };
    const refused = await wrong({ ...body, capstan: { access } });
    expect(refused).toMatchObject({ code: "MCP_SERVER_INVALID" });
  }
  expect((await api.get("/v1/mcp-servers")).body).toEqual({ items: [], total: 0 });
});
