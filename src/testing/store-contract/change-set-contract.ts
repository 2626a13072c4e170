import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ChangeSet, ChangeSetState } from "../../schema/change-set.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeSession } from "../fixtures.ts";
import { makeChangeSet, makeMove } from "../make-change-set.ts";

const CONFLICT = { code: "STATE_CONFLICT" };
const page = { limit: 10, offset: 0 };
const id = (n: number) => fixtureId("chg", n);
const set = (n: number, overrides: Partial<ChangeSet> = {}) =>
  makeChangeSet({ id: id(n), ...overrides });

const add = (store: Store, ...sets: readonly ChangeSet[]) =>
  store.journal.commit(
    "test.keep",
    sets.map((each): Change => ({ type: "change_set.add", set: each })),
  );
const move = (store: Store, ...given: Parameters<typeof makeMove>) =>
  store.journal.commit("test.move", [makeMove(...given)]);

async function apply(store: Store, each: ChangeSet, at = fixtureTime(10)): Promise<void> {
  await move(store, each, { expect: "kept", to: "applying" });
  await move(store, each, { expect: "applying", to: "applied", at });
}

export function changeSetContract(open: () => Promise<Store>): void {
  describe("change sets", () => {
    test("are kept as they are, in a session or in none, and found by their ids", async () => {
      const store = await open();
      const sets = [set(1), set(2, { sessionId: null, undoes: [id(1)] }), set(3)];
      await add(store, ...sets);
      expect(await store.changeSets.get(id(2))).toEqual(sets[1]);
      expect(await store.changeSets.byIds([id(3), id(9), id(1)])).toEqual([sets[0], sets[2]]);
      expect(await store.changeSets.byIds([])).toEqual([]);
      expect(await store.changeSets.get(id(9))).toBeUndefined();
      await expect(add(store, set(1))).rejects.toMatchObject(CONFLICT);
    });

    test("are listed by when they were applied or made, of a session, of a principal, since a moment", async () => {
      const store = await open();
      const sets = [
        set(1),
        set(2, { sessionId: null, createdAt: fixtureTime(1) }),
        set(3, { actor: "prn_bob", createdAt: fixtureTime(2) }),
      ] as const;
      await add(store, ...sets);
      await apply(store, sets[0], fixtureTime(3));
      const list = async (filter: object) => {
        const { items, total } = await store.changeSets.list({ ...page, ...filter });
        return [items.map((each) => each.id), total];
      };
      expect(await list({})).toEqual([[id(1), id(3), id(2)], 3]);
      expect(await list({ limit: 1, offset: 1 })).toEqual([[id(3)], 3]);
      expect(await list({ sessionId: fixtureId("session") })).toEqual([[id(1), id(3)], 2]);
      expect(await list({ actor: "prn_owner" })).toEqual([[id(1), id(2)], 2]);
      expect(await list({ since: fixtureTime(2) })).toEqual([[id(1), id(3)], 2]);
      expect(await list({ actor: "prn_owner", since: fixtureTime(2) })).toEqual([[id(1)], 1]);
    });

    test("that are being applied are known by their machine, in their order", async () => {
      const store = await open();
      const elsewhere = set(3, { machine: "there" });
      await add(store, set(1), set(2), elsewhere, set(4));
      for (const each of [set(2), elsewhere, set(1)]) {
        await move(store, each, { expect: "kept", to: "applying" });
      }
      const found = await store.changeSets.applying("here");
      expect(found.map((each) => each.id)).toEqual([id(2), id(1)]);
      expect(found[0]?.order).toBeLessThan(found[1]?.order ?? 0);
      expect(found[0]?.order).toBeGreaterThan(0);
      await move(store, set(2), { expect: "applying", to: "applied" });
      const left = await store.changeSets.applying("here");
      expect(left.map((each) => each.id)).toEqual([id(1)]);
      expect((await store.changeSets.applying("there")).map((each) => each.id)).toEqual([id(3)]);
    });

    test("that begin at once have an order each", async () => {
      const store = await open();
      const sets = Array.from({ length: 20 }, (_, n) => set(n));
      await add(store, ...sets);
      const begin = (each: ChangeSet) => move(store, each, { expect: "kept", to: "applying" });
      await Promise.all(sets.map(begin));
      const found = await store.changeSets.applying("here");
      expect(new Set(found.map(({ order }) => order)).size).toBe(sets.length);
    });

    test("tell when they were applied, and what was in the way", async () => {
      const store = await open();
      await add(store, set(1), set(2));
      const told = { conflicts: [{ path: "/a", why: "It was changed." }], conflictCount: 300 };
      await move(store, set(1), { expect: "kept", to: "conflict", ...told });
      await apply(store, set(2), fixtureTime(7));
      expect(await store.changeSets.get(id(1))).toEqual({
        ...set(1),
        ...told,
        state: "conflict",
      });
      expect(await store.changeSets.get(id(2))).toEqual({
        ...set(2),
        state: "applied",
        order: expect.any(Number),
        appliedAt: fixtureTime(7),
      });
    });

    test("are marked as undone in the step in which their undo is applied", async () => {
      const store = await open();
      const undo = set(4, { sessionId: null, undoes: [id(1), id(2)] });
      await add(store, set(1), set(2, { sessionId: null }), set(3), undo);
      await move(store, undo, { expect: "kept", to: "applying" });
      const undoneBy = async () =>
        (await store.changeSets.byIds([id(1), id(2), id(3), id(4)])).map((each) => each.undoneBy);
      expect(await undoneBy()).toEqual([null, null, null, null]);
      const finish = makeMove(undo, { expect: "applying", to: "applied" });
      const late = [finish, makeMove(set(3), { expect: "applying", to: "applied" })];
      await expect(store.journal.commit("test.both", late)).rejects.toMatchObject(CONFLICT);
      expect(await undoneBy()).toEqual([null, null, null, null]);
      await store.journal.commit("test.finish", [finish]);
      expect(await undoneBy()).toEqual([id(4), id(4), null, null]);
    });

    test("move only from the state that was read, in the session that was read", async () => {
      const store = await open();
      await add(store, set(1));
      const moves = [
        makeMove(set(1), { expect: "applying", to: "applied" }),
        makeMove(set(1), { expect: "kept", to: "applied" }),
        makeMove(set(1, { sessionId: null }), { expect: "kept", to: "discarded" }),
        makeMove(set(9), { expect: "kept", to: "discarded" }),
      ];
      for (const each of moves) {
        await expect(store.journal.commit("test.move", [each])).rejects.toMatchObject(CONFLICT);
      }
      expect(await store.changeSets.get(id(1))).toEqual(set(1));
    });

    test("of moves that come at once, one of each state counts, and the end is a state that they lead to", async () => {
      const state = fc.constantFrom(...ChangeSetState.options);
      const one = fc.record({ n: fc.integer({ min: 1, max: 4 }), expect: state, to: state });
      const batches = fc.array(fc.array(one, { minLength: 1, maxLength: 8 }), { maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(batches, async (all) => {
          const store = await open();
          const undo = set(4, { undoes: [id(1), id(2)] });
          await add(store, set(1), set(2, { sessionId: null }), set(3), undo);
          const known = new Map((await store.changeSets.byIds(ids)).map((it) => [it.id, it]));
          const paths = new Map(ids.map((each) => [each, ["kept"]]));
          for (const batch of all) {
            const asked = batch.map(async ({ n, ...states }) => {
              const at = known.get(id(n)) ?? set(n);
              return move(store, at, states);
            });
            const answers = await Promise.allSettled(asked);
            const done = batch.filter((_, at) => answers[at]?.status === "fulfilled");
            for (let left = done; left.length > 0; ) {
              // Each goes on from where the others have led, in whatever order they came.
              const next = left.find(({ n, expect: from }) => paths.get(id(n))?.at(-1) === from);
              expect(next).toBeDefined();
              if (next) paths.get(id(next.n))?.push(next.to);
              left = left.filter((each) => each !== next);
            }
          }
          const found = await store.changeSets.byIds(ids);
          expect(found.map((each) => each.state)).toEqual(ids.map((it) => paths.get(it)?.at(-1)));
          const begun = found.filter((each) => paths.get(each.id)?.includes("applying"));
          const orders = found.flatMap((each) => (each.order > 0 ? [each.order] : []));
          expect(new Set(orders).size).toBe(begun.length);
          const isUndone = found[3]?.state === "applied";
          const marks = found.map((each) => each.undoneBy);
          expect(marks).toEqual(isUndone ? [id(4), id(4), null, null] : Array(4).fill(null));
          const applied = found.filter((each) => each.appliedAt !== null);
          expect(applied).toEqual(found.filter((each) => each.state === "applied"));
        }),
        { numRuns: 15 },
      );
    });

    test("go with their session, which stays while one of them is being applied", async () => {
      const store = await open();
      const sessionId = fixtureId("session");
      const other = set(3, { sessionId: null });
      await store.journal.commit("test.session", [{ type: "session.add", session: makeSession() }]);
      await add(store, set(1), set(2), other);
      const erase = () =>
        store.journal.commit("test.erase", [{ type: "session.erase", sessionId, records: 0 }]);
      await move(store, set(1), { expect: "kept", to: "applying" });
      await expect(erase()).rejects.toMatchObject(CONFLICT);
      expect(await store.changeSets.get(id(2))).toEqual(set(2));
      expect(await store.sessions.get(sessionId)).toBeDefined();
      await move(store, set(1), { expect: "applying", to: "applied" });
      await erase();
      expect(await store.changeSets.byIds([id(1), id(2), id(3)])).toEqual([other]);
    });
  });
}

const ids = [1, 2, 3, 4].map(id);
