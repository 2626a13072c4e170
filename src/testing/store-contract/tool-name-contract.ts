import { describe, expect, test } from "vitest";
import type { Store } from "../../stores/store.ts";

export function toolNameContract(open: () => Promise<Store>): void {
  describe("names of tools", () => {
    test("F43: the first one that is given stays, of a name and of a tool", async () => {
      const store = await open();
      const give = (name: string, toolId: string) =>
        store.journal.commit("test.name", [{ type: "tool_name.give", given: { name, toolId } }]);
      await give("search", "mcp:a:search");
      await give("search", "mcp:b:search");
      await give("a_search", "mcp:a:search");
      await give("b_search", "mcp:b:search");
      expect(await store.toolNames.list()).toEqual([
        { name: "b_search", toolId: "mcp:b:search" },
        { name: "search", toolId: "mcp:a:search" },
      ]);
    });
  });
}
