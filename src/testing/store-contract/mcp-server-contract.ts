import { describe, expect, test } from "vitest";
import type { StoredMcpServer } from "../../schema/mcp-server.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureTime } from "../fixtures.ts";

const files: StoredMcpServer = {
  id: "files",
  config: { command: "npx", args: ["-y", "server-files"] },
  package: {
    name: "server-files",
    version: "1.2.3",
    integrity: "sha512-x",
    digest: "a".repeat(64),
    bin: "node_modules/server-files/index.js",
  },
  createdBy: "admin",
  createdAt: fixtureTime(),
};

export function mcpServerContract(open: () => Promise<Store>): void {
  describe("MCP servers", () => {
    test("are listed by id, each as it was last", async () => {
      const store = await open();
      expect(await store.mcpServers.list()).toEqual([]);
      const far: StoredMcpServer = { ...files, id: "far", package: null };
      const later = { ...files, config: { url: "https://mcp.example.com" } };
      await store.journal.commit("test.add", [
        { type: "mcp_server.put", server: files },
        { type: "mcp_server.put", server: far },
      ]);
      await store.journal.commit("test.add", [{ type: "mcp_server.put", server: later }]);
      expect(await store.mcpServers.list()).toEqual([far, later]);
    });

    test("are removed, also when there is none", async () => {
      const store = await open();
      await store.journal.commit("test.add", [{ type: "mcp_server.put", server: files }]);
      for (const id of [files.id, files.id]) {
        await store.journal.commit("test.remove", [{ type: "mcp_server.remove", id }]);
      }
      expect(await store.mcpServers.list()).toEqual([]);
    });
  });
}
