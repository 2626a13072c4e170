import { describe, expect, test } from "vitest";
import type { AwaitedCall } from "../../schema/awaited-call.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime } from "../fixtures.ts";

const first: AwaitedCall = {
  invocationId: fixtureId("inv", 1),
  digest: "a",
  connection: "one",
  sessionId: fixtureId("session", 1),
  askedAt: fixtureTime(),
};

export function awaitedCallContract(open: () => Promise<Store>): void {
  describe("calls that a client waits for", () => {
    test("are found by what they are, the oldest first", async () => {
      const store = await open();
      const second = { ...first, invocationId: fixtureId("inv", 2), connection: "two" };
      const other = { ...first, invocationId: fixtureId("inv", 3), digest: "b" };
      await store.journal.commit(
        "test.await",
        [second, first, other].map((call) => ({ type: "awaited.add" as const, call })),
      );
      expect(await store.awaitedCalls.list("a")).toEqual([first, second]);
      expect(await store.awaitedCalls.list("c")).toEqual([]);
    });

    test("are handed over once, and dropped when they are old", async () => {
      const store = await open();
      const late = { ...first, invocationId: fixtureId("inv", 2), askedAt: fixtureTime(5) };
      await store.journal.commit("test.await", [
        { type: "awaited.add", call: first },
        { type: "awaited.add", call: late },
      ]);
      await store.journal.commit("test.await", [
        { type: "awaited.expire", before: fixtureTime(1) },
      ]);
      expect(await store.awaitedCalls.list("a")).toEqual([late]);
      const handOver = () =>
        store.journal.commit("test.await", [
          { type: "awaited.remove", invocationId: late.invocationId, sessionId: late.sessionId },
        ]);
      await handOver();
      await expect(handOver()).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.awaitedCalls.list("a")).toEqual([]);
    });
  });
}
