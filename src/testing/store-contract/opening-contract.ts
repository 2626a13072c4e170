import { describe, expect, test } from "vitest";
import type { Store } from "../../stores/store.ts";
import { fixtureId, makeOpening } from "../fixtures.ts";

const id = (n: number) => fixtureId("open", n);
const conflict = { code: "STATE_CONFLICT" };

export function openingContract(open: () => Promise<Store>): void {
  describe("openings", () => {
    const folder = makeOpening({ id: id(1), verbs: ["read", "write"], sessionId: "session_1" });
    const host = makeOpening({
      ...{ id: id(2), root: null, device: null, inode: null, machine: null, verbs: [] },
      host: "api.example:8080",
    });
    const add = (store: Store, ...openings: (typeof folder)[]) =>
      store.journal.commit(
        "test.open",
        openings.map((opening) => ({ type: "opening.add", opening })),
      );
    const expectStands = (store: Store, n: number) =>
      store.journal.commit("test.open", [{ type: "opening.expect", id: id(n) }]);
    const remove = (store: Store, n: number) =>
      store.journal.commit("test.open", [{ type: "opening.remove", id: id(n) }]);

    test("are listed by id, as they were given", async () => {
      const store = await open();
      await add(store, host, folder);
      expect(await store.openings.list()).toEqual([folder, host]);
    });

    test("are given and revoked once", async () => {
      const store = await open();
      await add(store, folder);
      await expect(add(store, folder)).rejects.toMatchObject(conflict);
      await remove(store, 1);
      await expect(remove(store, 1)).rejects.toMatchObject(conflict);
      expect(await store.openings.list()).toEqual([]);
    });

    test("can be relied on until they are revoked", async () => {
      const store = await open();
      await add(store, folder);
      await expectStands(store, 1);
      await remove(store, 1);
      await expect(expectStands(store, 1)).rejects.toMatchObject(conflict);
    });

    test("a root that is also a host is refused, and one that is neither", async () => {
      const store = await open();
      await expect(add(store, { ...folder, host: "api.example" })).rejects.toThrow();
      await expect(add(store, { ...folder, root: null })).rejects.toThrow();
    });
  });
}
