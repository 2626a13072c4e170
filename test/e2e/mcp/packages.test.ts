import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startNpmRegistry } from "../../../rig/packages/npm-registry.ts";
import { startPythonIndex } from "../../../rig/packages/python-index.ts";
import type { SettingsInput } from "../../../src/app/settings.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import { removeTree } from "../../../src/features/bundles/write-tree.ts";
import { MCP } from "../../../src/features/mcp/mcp-admin.ts";
import { openHarness } from "../../harness.ts";
import { openTestStore } from "../../open-test-store.ts";
import { openMcpApi } from "./open-mcp-api.ts";
import {
  npmServer,
  type Pinned,
  publishServer,
  publishSnake,
  storeWith,
  uvxServer,
} from "./pinned-servers.ts";

const SLOWLY = { timeout: 20_000 };

/** A Capstan with a server that was added before. */
async function openWith(server: Pinned, registries: SettingsInput["registries"]) {
  const folder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  const store = await storeWith({ kept: server });
  const harness = await openHarness({
    contentFolder: folder,
    store,
    profile: "auto",
    settings: { registries },
  });
  onTestFinished(async () => {
    await harness.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    ...harness,
    server: () =>
      harness.engine
        .of(MCP)
        .list()
        .find(({ id }) => id === "kept"),
  };
}

test("A69: an npx server that was pinned is fetched as it was, without its scripts", async () => {
  const registry = await startNpmRegistry();
  const trace = join(mkdtempSync(join(tmpdir(), "capstan-trace-")), "script-ran");
  const pinned = npmServer(registry, { trace });
  publishServer(registry, "1.1.0");
  const { server, invoke } = await openWith(pinned, { npm: registry.url });
  await expect.poll(() => server()?.tools, SLOWLY).toBeGreaterThan(5);
  expect(server()?.package?.version).toBe("1.0.0");
  expect((await invoke("mcp:kept:plain", {})).state).toBe("completed");
  expect(existsSync(trace)).toBe(false);
}, 60_000);

test("A69: an archive that is not what was pinned is not installed", async () => {
  const registry = await startNpmRegistry();
  const pinned = npmServer(registry);
  registry.tamper("fixture-server", "1.0.0");
  const { server } = await openWith(pinned, { npm: registry.url });
  await expect.poll(() => server()?.error, SLOWLY).toMatch(/does not have the hash of the lock/);
}, 60_000);

test("F10: an npx server whose lock names a repository is refused in words", async () => {
  const registry = await startNpmRegistry();
  const resolved = "git+https://example.com/server.git#0123";
  const { server } = await openWith(npmServer(registry, { entry: { resolved } }), {
    npm: registry.url,
  });
  await expect.poll(() => server()?.error, SLOWLY).toMatch(/comes from git\+https/);
}, 60_000);

test("A69: a uvx server that was pinned is fetched by its hashes, and runs in its box", async () => {
  const index = await startPythonIndex();
  const { server, invoke } = await openWith(uvxServer(index), { python: index.simple });
  await expect.poll(() => server()?.state, SLOWLY).toBe("ready");
  const outcome = await invoke("mcp:kept:hello", {});
  expect(JSON.stringify(outcome.outputs)).toContain("hello from fixture-words 2.0.0");
}, 60_000);

test.each([
  ["npx", ["-y", "https://evil.example/x.tgz"], "is no package of a registry"],
  ["npx", ["-y", "git+https://evil.example/x.git"], "is no package of a registry"],
  ["npx", ["-y", "file:../x"], "is no package of a registry"],
  ["npx", ["-c", "touch /tmp/x"], "is not known"],
  ["npx", [], "name of a package"],
  ["npx", ["-y", "some-server@1.0.0"], 'does not have "some-server"'],
  ["uvx", ["--with", "x", "some-server"], "uvx is read here as"],
  ["uvx", ["some-server==1.0.0"], 'does not have "some-server"'],
  ["uvx", ["https://evil.example/x.whl"], "names something other than versions"],
  ["bunx", ["some-server"], "nothing here can pin that yet"],
])("A69, F10: %s %j is refused with the reason", async (command, args, reason) => {
  const { add } = await openRegistries();
  const { status, body } = await add({ command, args });
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { detail: expect.stringContaining(reason) },
  });
});

/** A Capstan with registries, to which a server is added by its admin. */
async function openRegistries(more: Parameters<typeof openMcpApi>[0] = {}) {
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  onTestFinished(() => removeTree(contentFolder));
  const [npm, python] = [await startNpmRegistry(), await startPythonIndex()];
  const registries = { npm: npm.url, python: python.simple };
  const api = await openMcpApi({
    profile: "risk",
    permissions: { allow: ["mcp:*"] },
    contentFolder,
    settings: { registries },
    ...more,
  });
  type Added = { state: string; error: string | null; detail?: string; asks?: Asks };
  type Asks = { approval_ids: string[]; packages: string[] };
  return {
    ...api,
    npm,
    python,
    installed: () => readdirSync(join(contentFolder, "packages/layouts")),
    add: (entry: object) => api.post<Added>("/v1/mcp-servers", { id: "x", ...entry }, ADMIN),
    answer: (asks: Asks | undefined, verb: "run" | "deny") =>
      api.post<JsonObject>(`/v1/approvals/${asks?.approval_ids[0]}/${verb}`, {}, ADMIN),
  };
}

const ADMIN = { as: "admin" } as const;

test("A69, F10: an npx server is added when its packages were shown and approved", async () => {
  const { npm, add, answer, invoke, records, state } = await openRegistries();
  npm.publish("below", "2.1.0");
  const trace = join(mkdtempSync(join(tmpdir(), "capstan-trace-")), "ran");
  publishServer(npm, "1.0.0", {
    trace,
    script: "odd.mjs",
    manifest: { dependencies: { below: "^2.0.0" } },
  });
  const wanted = { command: "npx", args: ["-y", "fixture-server", "", ""] };
  const { body } = await add(wanted);
  expect(body).toMatchObject({
    state: "starting",
    asks: {
      packages: ["below 2.1.0 (1 kB)", expect.stringMatching(/^fixture-server 1.0.0 \(\d+ kB\)$/)],
    },
  });
  expect((await state("x")).error).toMatch(/are not approved/);
  const ran = await answer(body.asks, "run");
  expect(ran.body).toMatchObject({ outcome: { state: "completed" } });
  expect(await state("x")).toMatchObject({ state: "ready", package: { version: "1.0.0" } });
  expect(await invoke("mcp:x:plain", {})).toMatchObject({ state: "completed" });
  expect(existsSync(trace)).toBe(false);
  const added = (await records()).findLast(({ type }) => type === "mcp_server.added");
  expect(added?.data).toMatchObject({ package: { name: "fixture-server", version: "1.0.0" } });
}, 60_000);

test("A69, F10: denied, an npx server does not start, and nothing of it was installed", async () => {
  const { npm, add, answer, state, invoke, installed } = await openRegistries();
  publishServer(npm, "1.0.0");
  const { body } = await add({ command: "npx", args: ["fixture-server"] });
  await answer(body.asks, "deny");
  expect((await state("x")).error).toMatch(/are not approved: capstan mcp refresh x/);
  await expect(invoke("mcp:x:plain", {})).rejects.toMatchObject({ code: "TOOL_NOT_FOUND" });
  expect(() => installed()).toThrow("ENOENT");
}, 60_000);

test("A69, F10: an approval of packages outlives the process in which they were asked for", async () => {
  const store = await openTestStore();
  const masterKey = new Uint8Array(32);
  const shared = {
    store,
    masterKey,
    contentFolder: mkdtempSync(join(tmpdir(), "capstan-content-")),
  };
  onTestFinished(() => removeTree(shared.contentFolder));
  const { npm, python, add } = await openRegistries(shared);
  publishServer(npm, "1.0.0", { script: "odd.mjs" });
  const { body } = await add({ command: "npx", args: ["-y", "fixture-server", "", ""] });
  const registries = { npm: npm.url, python: python.simple };
  const other = await openMcpApi({ profile: "risk", ...shared, settings: { registries } });
  const path = `/v1/approvals/${body.asks?.approval_ids[0]}/run`;
  const ran = await other.post<JsonObject>(path, {}, ADMIN);
  expect(ran.body).toMatchObject({ outcome: { state: "completed" } });
  expect(await other.state("x")).toMatchObject({ state: "ready", package: { version: "1.0.0" } });
}, 60_000);

test("A69, F10: a uvx server is added when its packages were shown and approved", async () => {
  const { python, add, answer, invoke, state } = await openRegistries();
  publishSnake(python);
  const { body } = await add({ command: "uvx", args: ["fixture-server"] });
  expect(body.asks?.packages.map((line) => line.replace(/ \(\d+ kB\)$/, ""))).toEqual([
    "fixture-server 1.0.0",
    "fixture-words 2.0.0",
  ]);
  await answer(body.asks, "run");
  expect(await state("x")).toMatchObject({ state: "ready" });
  const outcome = await invoke("mcp:x:hello", {});
  expect(JSON.stringify(outcome.outputs)).toContain("hello from fixture-words 2.0.0");
}, 60_000);

test("A69, F10: a server of mcp.json says that its packages wait, and a refresh asks for them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-mcp-"));
  const mcpFile = join(folder, "mcp.json");
  const servers = { x: { command: "npx", args: ["-y", "fixture-server", "", ""] } };
  writeFileSync(mcpFile, JSON.stringify({ mcpServers: servers }));
  const { npm, post, answer, state, engine } = await openRegistries({ mcpFile });
  publishServer(npm, "1.0.0", { script: "odd.mjs" });
  await expect.poll(async () => (await state("x")).error).toMatch(/capstan mcp refresh x/);
  type Asking = { asks: { approval_ids: string[]; packages: string[] } };
  const asked = await post<Asking>("/v1/mcp-servers/x/refresh", {}, ADMIN);
  expect(asked.body.asks.packages).toEqual([expect.stringMatching(/^fixture-server 1.0.0/)]);
  await answer(asked.body.asks, "run");
  expect(engine.of(MCP).report("x")).toMatchObject({ state: "ready", from: "settings" });
}, 60_000);
