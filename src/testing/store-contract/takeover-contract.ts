import { describe, expect, test } from "vitest";
import type { Takeover } from "../../schema/takeover.ts";
import type { Store } from "../../stores/store.ts";
import { makeSession } from "../fixtures.ts";

const session = makeSession();
const first: Takeover = {
  sessionId: session.id,
  turn: 1,
  progress: 3,
  count: 1,
  isExcused: false,
};

export function takeoverContract(open: () => Promise<Store>): void {
  describe("takeovers of turns", () => {
    const openWithSession = async () => {
      const store = await open();
      await store.journal.commit("test.open", [{ type: "session.add", session }]);
      return store;
    };

    test("the newest of a session is kept", async () => {
      const store = await openWithSession();
      expect(await store.takeovers.get(session.id)).toBeUndefined();
      const second = { ...first, progress: 5, count: 2 };
      for (const takeover of [first, second]) {
        await store.journal.commit("test.take_over", [{ type: "takeover.put", takeover }]);
      }
      expect(await store.takeovers.get(session.id)).toEqual(second);
    });

    test("one that is excused keeps its count, and a session that is gone has none", async () => {
      const store = await openWithSession();
      const excuse = (sessionId: string) =>
        store.journal.commit("test.excuse", [{ type: "takeover.excuse", sessionId }]);
      await excuse(session.id);
      expect(await store.takeovers.get(session.id)).toMatchObject({ count: 0, isExcused: true });
      await store.journal.commit("test.take_over", [{ type: "takeover.put", takeover: first }]);
      await excuse(session.id);
      expect(await store.takeovers.get(session.id)).toEqual({ ...first, isExcused: true });
      await excuse("session_gone");
      expect(await store.takeovers.get("session_gone")).toBeUndefined();
    });
  });
}
