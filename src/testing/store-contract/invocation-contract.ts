import { describe, expect, test } from "vitest";
import type { Invocation } from "../../schema/invocation.ts";
import type { TaskState } from "../../schema/task-state.ts";
import type { Store } from "../../stores/store.ts";
import { fixtureId, fixtureTime, makeInvocation, makeOutcome } from "../fixtures.ts";

const put = (store: Store, invocation: Invocation, expect: TaskState | null) =>
  store.journal.commit("test.invocation", [{ type: "invocation.put", invocation, expect }]);

export function invocationContract(open: () => Promise<Store>): void {
  describe("invocations", () => {
    test("returns undefined for what is unknown", async () => {
      const store = await open();
      expect(await store.invocations.get("inv_none")).toBeUndefined();
      expect(await store.invocations.getByMessageId("owner", "none")).toBeUndefined();
      expect(await store.invocations.ledger("inv_none")).toBeUndefined();
    });

    test.each([{ inputs: { a: [1, { b: null }] } }, { inputs: null }, { inputs: "text" }])(
      "C9: gives back what was put, with inputs $inputs",
      async ({ inputs }) => {
        const store = await open();
        const invocation = makeInvocation({
          sessionId: fixtureId("session"),
          contextId: "a context",
          position: 3,
          mode: "planning",
          dryRun: true,
          specFrozen: true,
          inputs,
        });
        await put(store, invocation, null);
        expect(await store.invocations.get(invocation.id)).toEqual(invocation);
      },
    );

    test("C10: replaces every field while the expected state holds", async () => {
      const store = await open();
      await put(store, makeInvocation(), null);
      const ended = makeInvocation({
        toolDigest: "sha256:other",
        inputs: null,
        state: "failed",
        outcome: makeOutcome({
          state: "failed",
          error: { code: "TOOL_FAILED", message: "No.", retryable: false, details: { n: 1 } },
          declaredSideEffects: ["fs.write"],
          artifacts: [{ path: "outputs/a.txt", type: "file", sizeBytes: 3 }],
        }),
        endedAt: fixtureTime(2),
      });
      await put(store, ended, "in_progress");
      expect(await store.invocations.get(ended.id)).toEqual(ended);
    });

    test("S41: changes nothing when the state is another, or there is no such call", async () => {
      const store = await open();
      await put(store, makeInvocation(), null);
      const conflict = { code: "STATE_CONFLICT" };
      const late = makeInvocation({ state: "completed" });
      await expect(put(store, late, "input_required")).rejects.toMatchObject(conflict);
      await expect(put(store, late, null)).rejects.toMatchObject(conflict);
      const lost = makeInvocation({ id: fixtureId("inv", 2) });
      await expect(put(store, lost, "in_progress")).rejects.toMatchObject(conflict);
      expect(await store.invocations.get(late.id)).toEqual(makeInvocation());
      expect(await store.invocations.get(lost.id)).toBeUndefined();
    });

    test("S40: a repeated message id is a conflict, and finds the first call", async () => {
      const store = await open();
      const first = makeInvocation({ messageId: "caller-1" });
      await put(store, first, null);
      const again = makeInvocation({ id: fixtureId("inv", 2), messageId: "caller-1" });
      await expect(put(store, again, null)).rejects.toMatchObject({ code: "STATE_CONFLICT" });
      expect(await store.invocations.getByMessageId("owner", "caller-1")).toEqual(first);
    });

    test("S40: a message id counts within its actor, and only outside a turn", async () => {
      const store = await open();
      const others: Partial<Invocation>[] = [{ actor: "admin" }, { position: 1 }, { position: 2 }];
      for (const [n, difference] of others.entries()) {
        const id = fixtureId("inv", n + 2);
        await put(store, makeInvocation({ id, messageId: "caller-1", ...difference }), null);
      }
      expect(await store.invocations.getByMessageId("owner", "caller-1")).toBeUndefined();
      const found = await store.invocations.getByMessageId("admin", "caller-1");
      expect(found?.id).toBe(fixtureId("inv", 2));
    });
  });
}
