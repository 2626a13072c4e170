import { describe, expect, test } from "vitest";
import type { Source } from "../ports/source.ts";
import { Capability } from "../schema/capability.ts";
import { Tool } from "../schema/tool.ts";

/**
 * What every Source owes the catalog. Each adapter's test calls this once; `open` gives a source
 * with at least one tool, and calling it again gives one that lists the same.
 */
export function sourceContract(name: string, open: () => Promise<Source>): void {
  const listed = async () => (await open()).list();
  const toolsOf = async () => (await listed()).flatMap((entry) => entry.tools);

  describe(`${name} honours the Source contract`, () => {
    test("lists capabilities and tools that match their schemas", async () => {
      const entries = await listed();
      expect(entries.flatMap((entry) => entry.tools)).not.toEqual([]);
      for (const { capability, tools } of entries) {
        expect(Capability.parse(capability)).toEqual(capability);
        for (const tool of tools) expect(Tool.parse(tool)).toEqual(tool);
      }
    });

    test("X1: says of everything where it came from", async () => {
      const source = await open();
      for (const { capability, tools } of await source.list()) {
        expect(capability.kind).toBe(source.kind);
        expect(tools.map((tool) => tool.sourceType)).toEqual(tools.map(() => source.kind));
      }
    });

    test("gives every capability and every tool an id of its own", async () => {
      const capabilities = (await listed()).map((entry) => entry.capability.id);
      const tools = (await toolsOf()).map((tool) => tool.toolId);
      expect(capabilities).toEqual([...new Set(capabilities)]);
      expect(tools).toEqual([...new Set(tools)]);
    });

    test("X1: puts each tool in exactly one capability, which names it", async () => {
      for (const { capability, tools } of await listed()) {
        expect(capability.tools).toEqual(tools.map((tool) => tool.toolId));
        for (const tool of tools) expect(tool.capabilityId).toBe(capability.id);
      }
    });

    test("X3, C32: spells tool ids kind:source:tool, and wire names as a model can take them", async () => {
      const { kind } = await open();
      for (const tool of await toolsOf()) {
        const start = `${kind}:${tool.sourceId}:`;
        expect(tool.toolId.startsWith(start) && tool.toolId.length > start.length).toBe(true);
        expect(tool.wireName).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      }
    });

    test("lists the same a second time, in the same order", async () => {
      const source = await open();
      expect(await source.list()).toEqual(await source.list());
    });

    test("gives a tool the same digest each time, and two tools two digests", async () => {
      const digests = (await toolsOf()).map((tool) => tool.digest);
      expect((await toolsOf()).map((tool) => tool.digest)).toEqual(digests);
      expect(digests).toEqual([...new Set(digests)]);
      for (const digest of digests) expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    });
  });
}
