import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { McpServer } from "../../../src/client/wire.ts";
import { installPython } from "../../../src/mcp-client/install-python.ts";
import type { Store } from "../../../src/ports/store.ts";
import { openSqliteStore } from "../../../src/stores/sqlite/open-sqlite-store.ts";
import { openHarness } from "../../harness.ts";
import { longTest } from "../../runs.ts";
import { makeIndex } from "./fake-index.ts";
import { startRegistry } from "./fake-registry.ts";
import { openMcpApi } from "./open-mcp-api.ts";

const masterKey = new Uint8Array(32).fill(7);
const SLOWLY = { timeout: 20_000 };

async function openWithPackages(options: Parameters<typeof openMcpApi>[0] = {}) {
  const registry = await startRegistry();
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  onTestFinished(() => rmSync(contentFolder, { recursive: true, force: true }));
  const api = await openMcpApi({ contentFolder, ...options });
  const add = (id: string, args: string[], command = "npx") =>
    api.post<McpServer & { code: string; detail: string }>(
      "/v1/mcp-servers",
      { id, command, args },
      { as: "admin" },
    );
  return { ...api, registry, contentFolder, add };
}

/** Another machine: what is stored is the same, and nothing is installed. Answers how a server is. */
async function openElsewhere(store: Pick<Store, "backup">, folder: string, name: string) {
  const copy = join(folder, `${name}.db`);
  await store.backup?.(copy);
  const contentFolder = join(folder, name);
  const other = await openHarness({ contentFolder, store: openSqliteStore(copy), masterKey });
  onTestFinished(() => other.close());
  return (id: string) => other.engine.mcp.list().find((it) => it.id === id);
}

test("A69: npx is installed once, pinned, without its scripts, and stays what it was", async () => {
  const { registry, add, ...api } = await openWithPackages();
  registry.publish("1.0.0");
  const added = await add("floating", ["-y", registry.name, "", ""]);
  expect(added.body).toMatchObject({
    trust: "remote",
    package: {
      name: registry.name,
      version: "1.0.0",
      integrity: expect.stringMatching(/^sha512-/),
    },
  });
  expect(added.body.tools).toBeGreaterThan(5);
  expect(existsSync(registry.trace)).toBe(false);
  const first = api.gate.catalog.getTool("mcp:floating:plain")?.digest;
  expect((await api.invoke("mcp:floating:plain", {})).state).toBe("completed");

  registry.publish("1.1.0");
  const again = await api.post<McpServer>("/v1/mcp-servers/floating/refresh", {}, { as: "admin" });
  expect(again.body.package?.version).toBe("1.0.0");
  expect(api.gate.catalog.getTool("mcp:floating:plain")?.digest).toBe(first);

  // Another version is another program: what was answered about the first does not count for it.
  await api.request("DELETE", "/v1/mcp-servers/floating", { as: "admin" });
  const newer = await add("floating", ["-y", registry.name, "", ""]);
  expect(newer.body.package?.version).toBe("1.1.0");
  expect(api.gate.catalog.getTool("mcp:floating:plain")?.digest).not.toBe(first);
  expect(readdirSync(join(api.contentFolder, "packages", "npm"))).toHaveLength(2);
}, 60_000);

test("A69: an archive that is not what the registry promised is not installed", async () => {
  const { registry, add } = await openWithPackages();
  registry.publish("1.0.0");
  registry.tamper("1.0.0");
  const refused = await add("other", ["-y", `${registry.name}@1.0.0`]);
  expect(refused).toMatchObject({ status: 422, body: { code: "MCP_SERVER_INVALID" } });
}, 60_000);

longTest(
  "A69: another machine on the same store installs exactly what the first one did, or refuses",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "capstan-store-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const store = openSqliteStore(join(folder, "capstan.db"));
    const { registry, add, ...first } = await openWithPackages({ store, masterKey });
    registry.publish("1.0.0");
    const { body: added } = await add("floating", ["-y", registry.name, "", ""]);
    expect(JSON.stringify(added)).not.toContain("lockfileVersion");
    // A newer one, and then another archive of the same version: neither is what was added.
    registry.publish("1.1.0");
    const second = await openElsewhere(first.store, folder, "second");
    await expect.poll(() => second("floating")?.tools, SLOWLY).toBe(added.tools);
    expect(second("floating")?.package).toEqual(added.package);
    registry.tamper("1.0.0");
    process.env.npm_config_cache = join(folder, "cache");
    const third = await openElsewhere(first.store, folder, "third");
    await expect.poll(() => third("floating")?.error, SLOWLY).toMatch(/fetched/);
  },
  60_000,
);

longTest(
  "A69: uvx is installed from wheels alone, pinned by hash, and runs in its box",
  async () => {
    const index = makeIndex();
    const store = openSqliteStore(join(index.folder, "capstan.db"));
    const { add, ...api } = await openWithPackages({ store, masterKey });
    index.publish("fixture-server", "1.0.0", { needs: "fixture-words" });
    index.publish("fixture-words", "2.0.0");
    const { body } = await add("snake", ["fixture-server"], "uvx");
    expect(body).toMatchObject({
      state: "ready",
      trust: "remote",
      package: { name: "fixture-server", version: "1.0.0", runs: "python" },
    });
    const outcome = await api.invoke("mcp:snake:hello", {});
    expect(JSON.stringify(outcome.outputs)).toContain("hello from fixture-words 2.0.0");
    // A newer one of what it needs is not taken, neither here nor on another machine.
    index.publish("fixture-words", "3.0.0");
    const other = await openElsewhere(api.store, index.folder, "other");
    await expect.poll(() => other("snake")?.state, SLOWLY).toBe("ready");
    expect(other("snake")?.package).toEqual(body.package);

    const built = await add("built", ["fixture-source"], "uvx");
    expect(built).toMatchObject({ status: 422, body: { code: "MCP_SERVER_INVALID" } });
    expect(existsSync(index.trace)).toBe(false);
    const program = await add("other", ["--from=fixture-server", "nothing"], "uvx");
    expect(program.body.detail).toContain("It has: fixture-server.");
  },
  60_000,
);

test("A69: without pip it says what is missing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "capstan-python-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const spec = { name: "some-server", program: "some-server" };
  const settings = { folder, python: join(folder, "python3"), env: process.env };
  await expect(installPython(spec, settings)).rejects.toMatchObject({
    code: "DEPENDENCY_MISSING",
    message: expect.stringContaining("python3-pip"),
  });
});

test.each([
  ["npx", ["-y", "https://evil.example/x.tgz"], "not a package of the registry"],
  ["npx", ["-c", "touch /tmp/x"], "is not known"],
  ["npx", [], "name of a package"],
  ["uvx", ["--with", "x", "some-server"], "uvx is read here as"],
  ["uvx", ["https://evil.example/x.whl"], "not a package of the index"],
  ["bunx", ["some-server"], "nothing here can pin that yet"],
])("A69: %s %j is refused with the reason", async (command, args, reason) => {
  const { add } = await openWithPackages();
  const { status, body } = await add("x", args, command);
  expect(status).toBe(422);
  expect(body.detail).toContain(reason);
});
