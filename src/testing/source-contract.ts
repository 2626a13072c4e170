import { describe, expect, onTestFinished, test } from "vitest";
import { canonicalJson } from "../base/canonical-json.ts";
import type { Source } from "../gate/catalog/source.ts";
import { SourcedCapability } from "../schema/sourced-capability.ts";

const LIST_MS = 10_000;

/**
 * What every Source owes the catalog. Each adapter's test calls this once; `open` gives a source
 * with at least one tool, and calling it again gives one that lists the same.
 */
export function sourceContract(name: string, open: () => Promise<Source>): void {
  async function started(): Promise<Source> {
    const source = await open();
    source.start(() => {});
    onTestFinished(() => source.close());
    return source;
  }
  const list = (source: Source) => source.list(AbortSignal.timeout(LIST_MS));

  describe(`${name} honours the Source contract`, () => {
    test("X1: has an id and a kind that stay the same", async () => {
      const [one, other] = [await open(), await open()];
      expect(one.id).not.toBe("");
      expect([other.id, other.kind]).toEqual([one.id, one.kind]);
    });

    test("lists capabilities and tools that match their schemas", async () => {
      const listed = await list(await started());
      expect(listed.flatMap(({ tools }) => tools)).not.toEqual([]);
      for (const capability of listed) {
        expect(SourcedCapability.parse(capability)).toEqual(capability);
      }
    });

    test("gives every capability an id of its own, and every tool of one a name of its own", async () => {
      const listed = await list(await started());
      const ids = listed.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)]);
      for (const { tools } of listed) {
        const names = tools.map((tool) => tool.name);
        expect(names).toEqual([...new Set(names)]);
      }
    });

    test("X8: says how each tool runs, as data that survives a store", async () => {
      for (const { execution } of (await list(await started())).flatMap(({ tools }) => tools)) {
        expect(execution.type).not.toBe("");
        expect(JSON.parse(canonicalJson(execution))).toEqual(execution);
      }
    });

    test("lists the same a second time, in the same order", async () => {
      const source = await started();
      expect(await list(source)).toEqual(await list(source));
      expect(await list(await started())).toEqual(await list(source));
    });

    test("C16: is ready once it has listed", async () => {
      const source = await started();
      await list(source);
      expect(source.state()).toEqual({ state: "ready", error: null });
    });

    test("closes, also twice", async () => {
      const source = await started();
      await source.close();
      await source.close();
    });
  });
}
