import { describe, expect, test } from "vitest";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import { makeHalt } from "../fixtures.ts";

const commit = (store: Store, ...changes: Change[]) => store.journal.commit("test.system", changes);

export function systemContract(open: () => Promise<Store>): void {
  describe("halt and notes", () => {
    test("there is no halt until one is set, and none after it is lifted", async () => {
      const store = await open();
      expect(await store.system.halt()).toBeUndefined();
      await commit(store, { type: "halt.set", halt: makeHalt() });
      expect(await store.system.halt()).toEqual(makeHalt());
      await commit(store, { type: "halt.lift" });
      expect(await store.system.halt()).toBeUndefined();
      await commit(store, { type: "halt.set", halt: makeHalt({ reason: "Again." }) });
      expect((await store.system.halt())?.reason).toBe("Again.");
    });

    test("a second halt is a conflict, and the first stands", async () => {
      const store = await open();
      await commit(store, { type: "halt.set", halt: makeHalt() });
      const second = commit(store, { type: "halt.set", halt: makeHalt({ by: "admin" }) });
      await expect(second).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect((await store.system.halt())?.by).toBe("owner");
    });

    test("lifting what does not stand is a conflict", async () => {
      const lift = commit(await open(), { type: "halt.lift" });
      await expect(lift).rejects.toMatchObject({ code: "STATE_CONFLICT" });
    });

    test("keeps one note of each name, the last", async () => {
      const store = await open();
      expect(await store.system.note("policy")).toBeUndefined();
      await commit(
        store,
        { type: "note.put", name: "policy", value: "v1" },
        { type: "note.put", name: "other", value: "" },
      );
      await commit(store, { type: "note.put", name: "policy", value: "v2" });
      expect(await store.system.note("policy")).toBe("v2");
      expect(await store.system.note("other")).toBe("");
    });
  });
}
