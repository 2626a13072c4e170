import { afterEach, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";
import { openTestStore } from "../../test/open-test-store.ts";
import type { Session } from "../schema/session.ts";
import type { Change } from "../stores/journal.ts";
import { faultyStore } from "../testing/faults.ts";
import { makeInvocation, makeLedgerEntry, makeMessage } from "../testing/fixtures.ts";
import { resume } from "./invoke.ts";

let harness: Harness;
afterEach(() => harness.close());

const FREELY = "builtin:witness:append_freely";
const LOOK = "builtin:witness:look";
const steps = [{ tool_calls: [{ name: "append_freely", input: { line: "x" } }] }, { text: "done" }];

const startsOf = async () =>
  (await harness.records()).filter(({ type }) => type === "invocation.started");

describe("a process that stood still before it claimed a call", () => {
  /** Another process does `what` to the session in the last moment before the claim. */
  async function overtaken(what: (session: Session, callId: string) => Change[]) {
    const store = await openTestStore();
    let isFirst = true;
    const faulty = faultyStore(store, async (point) => {
      if (point !== "commit call.claim: before" || !isFirst) return;
      isFirst = false;
      const { items } = await store.sessions.list({ limit: 1, offset: 0 });
      const [session] = items;
      if (!session) throw new Error("There is no session.");
      const { items: messages } = await store.sessions.messages(session.id, {
        limit: 9,
        offset: 0,
      });
      const callId = messages[1]?.toolCalls?.[0]?.id ?? "";
      await store.journal.commit("test.overtake", what(session, callId));
    });
    // Stored by itself: the reply would be refused as well, and the call with it.
    harness = await openHarness({ store: faulty, steps, limits: { hold_reply_ms: 0 } });
    return harness.say((await harness.openSession()).id);
  }

  test("A118: does not start it once its turn has been ended", async () => {
    const ended = await overtaken((session) => [
      {
        type: "session.move",
        session: { ...session, state: "failed", version: session.version + 1 },
        expect: session.version,
      },
    ]);
    expect(ended.state).toBe("failed");
    expect(harness.lines()).toEqual([]);
    expect(await startsOf()).toEqual([]);
  });

  test("A118: does not start it once another has run it and recorded what came of it", async () => {
    const ended = await overtaken(({ id }, callId) => [
      {
        type: "message.add",
        message: makeMessage({
          sessionId: id,
          turn: 1,
          position: 2,
          role: "tool",
          content: '{"written":true}',
          invocationId: callId,
        }),
      },
    ]);
    expect(ended.state).toBe("completed");
    expect(harness.lines()).toEqual([]);
    expect(await startsOf()).toEqual([]);
  });
});

describe("the start of a call", () => {
  test("C24, X22: is told with its inputs, and recorded with which attempt it is", async () => {
    harness = await openHarness({ steps });
    const { id } = await harness.openSession();
    await harness.say(id);
    const page = { since: 0, limit: 99, offset: 0 };
    const { items } = await harness.store.sessions.events(id, page);
    const started = items.find(({ type }) => type === "tool.started");
    expect(started?.data).toMatchObject({ tool_id: FREELY, inputs: { line: "x" } });
    expect(await startsOf()).toMatchObject([{ data: { attempt: 1, inputs: { line: "x" } } }]);
  });

  test("C24: of one that is stored is recorded also when it changes nothing", async () => {
    harness = await openHarness();
    const invocation = makeInvocation({ toolId: LOOK, inputs: {}, position: null });
    await harness.gate.store.journal.commit("test.stored", [
      { type: "invocation.put", invocation, expect: null },
    ]);
    expect(await resume(harness.gate, invocation, null)).toMatchObject({ state: "completed" });
    expect(await startsOf()).toMatchObject([{ data: { attempt: 1, effect: "allow" } }]);
    expect(await harness.gate.store.invocations.ledger(invocation.id)).toBeUndefined();
  });

  test("X9, C24: of one that a crash cut off is its second attempt, where repeating is harmless", async () => {
    harness = await openHarness();
    const toolId = "builtin:witness:append_idempotent";
    const invocation = makeInvocation({ toolId, inputs: { line: "x" }, position: null });
    const entry = makeLedgerEntry({ invocationId: invocation.id, invocation });
    await harness.gate.store.journal.commit("test.cut", [
      { type: "ledger.put", entry, expect: null },
    ]);
    expect(await resume(harness.gate, invocation, null)).toMatchObject({ state: "completed" });
    expect(harness.lines()).toHaveLength(1);
    expect(await startsOf()).toMatchObject([{ data: { attempt: 2 } }]);
    expect(await harness.gate.store.invocations.ledger(invocation.id)).toBeUndefined();
  });
});
