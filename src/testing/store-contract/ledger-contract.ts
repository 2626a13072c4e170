import { describe, expect, test } from "vitest";
import type { Invocation } from "../../schema/invocation.ts";
import type { LedgerEntry } from "../../schema/ledger-entry.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import {
  fixtureId,
  fixtureTime,
  makeContext,
  makeInvocation,
  makeLedgerEntry,
} from "../fixtures.ts";

type Expected = Extract<Change, { type: "ledger.put" }>["expect"];

const put = (store: Store, entry: LedgerEntry, expect: Expected) =>
  store.journal.commit("test.ledger", [{ type: "ledger.put", entry, expect }]);

const keyOf = (n: number) => ({ invocationId: fixtureId("inv", n), sessionId: null });

const clear = (store: Store, n: number, expect: NonNullable<Expected>) =>
  store.journal.commit("test.clear", [{ type: "ledger.clear", ...keyOf(n), expect }]);

const entryAt = (n: number, overrides: Partial<LedgerEntry> = {}) =>
  makeLedgerEntry({ invocationId: fixtureId("inv", n), intendedAt: fixtureTime(n), ...overrides });

const ids = (entries: readonly LedgerEntry[]) => entries.map((entry) => entry.invocationId);

export function ledgerContract(open: () => Promise<Store>): void {
  describe("ledger", () => {
    test("gives back an intent until it is cleared", async () => {
      const store = await open();
      await put(store, entryAt(1), null);
      expect(await store.invocations.ledger(fixtureId("inv", 1))).toEqual(entryAt(1));
      await clear(store, 1, { status: "intended", attempt: 1 });
      expect(await store.invocations.ledger(fixtureId("inv", 1))).toBeUndefined();
    });

    test.each([
      { status: "unknown" as const, attempt: 1 },
      { status: "intended" as const, attempt: 2 },
    ])("S41: clears nothing when it is no longer $status, attempt $attempt", async (expected) => {
      const store = await open();
      await put(store, entryAt(1), null);
      await expect(clear(store, 1, expected)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.invocations.ledger(fixtureId("inv", 1))).toEqual(entryAt(1));
    });

    test("S41, S53: a run has one turn at a time, and its next when that is cleared", async () => {
      const store = await open();
      const first = entryAt(1, { contextId: "run" });
      await put(store, first, null);
      await put(store, entryAt(2), null);
      await put(store, entryAt(3, { contextId: "other" }), null);
      const late = put(store, entryAt(4, { contextId: "run" }), null);
      await expect(late).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.invocations.turnOf("run")).toEqual(first);
      await clear(store, 1, { status: "intended", attempt: 1 });
      expect(await store.invocations.turnOf("run")).toBeUndefined();
      await put(store, entryAt(4, { contextId: "run" }), null);
    });

    test("S53: of who claims a run and who writes to it while it claims it, one comes through", async () => {
      const store = await open();
      const before = makeContext({ id: "known" });
      await store.journal.commit("test.begin", [
        { type: "context.put", context: before, expect: null },
      ]);
      for (let n = 1; n <= 20; n++) {
        const isNew = n % 2 === 0;
        const version = isNew ? null : ((await store.contexts.get("known"))?.version ?? 0);
        const contextId = isNew ? `new-${n}` : "known";
        const claimed = entryAt(2 * n, { contextId });
        const held = entryAt(2 * n + 1, { contextId });
        const context = makeContext({ id: contextId, version: (version ?? 0) + 1 });
        const claim = store.journal.commit("test.claim", [
          { type: "ledger.put", entry: claimed, expect: null },
          { type: "context.expect", id: contextId, version },
        ]);
        const write = store.journal.commit("test.write", [
          { type: "ledger.put", entry: held, expect: null },
          { type: "context.put", context, expect: version },
          { type: "ledger.clear", ...keyOf(2 * n + 1), expect: held },
        ]);
        const ends = await Promise.allSettled([claim, write]);
        expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
        if (ends[0].status === "fulfilled") await clear(store, 2 * n, claimed);
        expect(await store.invocations.turnOf(contextId)).toBeUndefined();
      }
    });

    test("gives back the call that has no row of its own", async () => {
      const store = await open();
      const entry = entryAt(1, { invocation: makeInvocation({ state: "in_progress" }) });
      await put(store, entry, null);
      expect(await store.invocations.ledger(fixtureId("inv", 1))).toEqual(entry);
    });

    test.each<{ why: string; expected: Expected }>([
      { why: "an intent is there already", expected: null },
      { why: "its status is another", expected: { status: "unknown", attempt: 1 } },
      { why: "its attempt is another", expected: { status: "intended", attempt: 2 } },
    ])("S41: changes nothing when $why", async ({ expected }) => {
      const store = await open();
      await put(store, entryAt(1), null);
      const late = put(store, entryAt(1, { owner: "process-2", attempt: 2 }), expected);
      await expect(late).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.invocations.ledger(fixtureId("inv", 1))).toEqual(entryAt(1));
    });

    test("lists the intents that another owner left behind, oldest first", async () => {
      const store = await open();
      await put(store, entryAt(3, { owner: "process-0" }), null);
      await put(store, entryAt(2), null);
      await put(store, entryAt(4, { owner: "process-2" }), null);
      await put(store, entryAt(6, { status: "unknown" }), null);
      expect(ids(await store.invocations.listOrphans("process-2"))).toEqual(
        [2, 3].map((n) => fixtureId("inv", n)),
      );
    });

    test("lists the unknown calls outside a turn that someone is asked about", async () => {
      const store = await open();
      const calls: [number, LedgerEntry["status"], Partial<Invocation>][] = [
        [4, "unknown", { state: "input_required" }],
        [1, "unknown", { state: "input_required", position: 1 }],
        [2, "unknown", { state: "failed" }],
        [3, "unknown", { state: "input_required" }],
      ];
      for (const [n, status, overrides] of calls) {
        const invocation = makeInvocation({ id: fixtureId("inv", n), ...overrides });
        await store.journal.commit("test.unknown", [
          { type: "invocation.put", invocation, expect: null },
          { type: "ledger.put", entry: entryAt(n, { status }), expect: null },
        ]);
      }
      expect(ids(await store.invocations.listUnknown())).toEqual(
        [3, 4].map((n) => fixtureId("inv", n)),
      );
    });
  });
}
