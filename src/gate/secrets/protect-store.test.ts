import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { digest } from "../../base/digest.ts";
import type { JsonValue } from "../../base/json.ts";
import { createKeyring, newMasterKey } from "../../base/keyring.ts";
import { createRedactor } from "../../base/redaction/redactor.ts";
import { EventType } from "../../schema/event.ts";
import type { Change } from "../../stores/journal.ts";
import { openSqliteStore } from "../../stores/sqlite/open-sqlite-store.ts";
import type { Store } from "../../stores/store.ts";
import {
  fixtureId,
  makeAgent,
  makeApproval,
  makeAuditEntry,
  makeEvent,
  makeInvocation,
  makeLedgerEntry,
  makeMessage,
  makeOutcome,
  makeSession,
} from "../../testing/fixtures.ts";
import { protectStore } from "./protect-store.ts";

const X = "***REDACTED***";
const SECRET = "hunter2-is-my-secret";
const ref = (name: string) => `\${secret:${name}}`;

const keyring = createKeyring(newMasterKey());
const redactor = createRedactor();
redactor.register("A", SECRET);

let inner: Store;
let store: Store;
/** What reached the inner journal. */
let stored: Change[];

beforeEach(() => {
  stored = [];
  const sqlite = openSqliteStore(":memory:");
  onTestFinished(() => sqlite.close());
  inner = {
    ...sqlite,
    journal: {
      ...sqlite.journal,
      async commit(step, changes) {
        stored.push(...changes);
        await sqlite.journal.commit(step, changes);
      },
    },
  };
  store = protectStore(inner, { keyring, redactor });
});

/** What becomes of one change. */
async function storedAs<T extends Change["type"]>(
  change: Extract<Change, { type: T }>,
): Promise<Extract<Change, { type: T }>> {
  const recorded: Change[] = [];
  const recording: Store = {
    ...inner,
    journal: {
      ...inner.journal,
      async commit(_step, changes) {
        recorded.push(...changes);
      },
    },
  };
  await protectStore(recording, { keyring, redactor }).journal.commit("test.step", [change]);
  expect(recorded).toHaveLength(1);
  return recorded[0] as Extract<Change, { type: T }>;
}

describe("the inputs of a call", () => {
  const put = (inputs: JsonValue, id = fixtureId("inv")): Change => ({
    type: "invocation.put",
    invocation: makeInvocation({ id, inputs, messageId: "m-1", inputDigest: digest(inputs) }),
    expect: null,
  });

  test.each([
    { password: "hunter2", note: `${SECRET} ${ref("A")}` },
    { $sealed: "v1.abc" },
    { $sealed: { $sealed: "x" } },
    {},
    { text: 'ä€😀 \u2028 "quoted"', big: 1e21, deep: [[[null, false]]] },
  ])("X23: %j are sealed and come back exactly", async (inputs) => {
    await store.journal.commit("test.step", [put(inputs)]);
    const row = await inner.invocations.get(fixtureId("inv"));
    expect(row?.inputs).toEqual({ $sealed: expect.stringMatching(/^v1\./) });
    expect(row?.inputDigest).toBe(digest(inputs));
    expect((await store.invocations.get(fixtureId("inv")))?.inputs).toEqual(inputs);
    expect((await store.invocations.getByMessageId("owner", "m-1"))?.inputs).toEqual(inputs);
  });

  test("of another call do not open", async () => {
    await store.journal.commit("test.step", [put({ a: 1 })]);
    const { inputs } = (await inner.invocations.get(fixtureId("inv"))) ?? { inputs: null };
    await inner.journal.commit("test.step", [put(inputs, fixtureId("inv", 2))].map(asOther));
    await expect(store.invocations.get(fixtureId("inv", 2))).rejects.toThrow("cannot be opened");
  });
  const asOther = (change: Change): Change =>
    change.type === "invocation.put"
      ? { ...change, invocation: { ...change.invocation, messageId: "m-2" } }
      : change;

  test("that were dropped stay dropped", async () => {
    await store.journal.commit("test.step", [put(null)]);
    expect((await inner.invocations.get(fixtureId("inv")))?.inputs).toBeNull();
    expect((await store.invocations.get(fixtureId("inv")))?.inputs).toBeNull();
  });

  test("F17: what a person is shown of them is sealed as well, and comes back exactly", async () => {
    const inputs = { to: "bob", text: "a private word" };
    const approval = makeApproval({
      inputs,
      preview: { would_send: inputs },
      rewritten: { by: ["hook"], inputs },
      edited: { by: "owner", inputs },
    });
    const change = { type: "approval.put", approval, expect: null } as const;
    const row = (await storedAs<"approval.put">(change)).approval;
    expect(JSON.stringify(row)).not.toContain("private");
    await store.journal.commit("test.step", [change]);
    const filter = { limit: 10, offset: 0 };
    expect(await store.approvals.get(approval.id)).toEqual(approval);
    expect(await store.approvals.getByInvocation(approval.invocationId)).toEqual(approval);
    expect((await store.approvals.list(filter)).items).toEqual([approval]);
    expect(await store.approvals.listExpired("2100-01-01T00:00:00.000Z")).toEqual([approval]);
  });

  test("F17: an approval of an earlier version is read as it lies there", async () => {
    const approval = makeApproval({ inputs: { a: 1 } });
    await inner.journal.commit("test.step", [{ type: "approval.put", approval, expect: null }]);
    expect(await store.approvals.get(approval.id)).toEqual(approval);
  });

  test("X23: what a running call was answered is sealed as well, and its question hides known secrets", async () => {
    const question = {
      owner: "evt_1",
      number: 1,
      schema: { title: SECRET },
      answer: { a: SECRET },
    };
    const invocation = makeInvocation({ inputs: { a: 1 }, question });
    const change = { type: "invocation.put", invocation, expect: null } as const;
    const row = (await storedAs<"invocation.put">(change)).invocation;
    expect(row.question).toMatchObject({
      schema: { title: X },
      answer: { $sealed: expect.stringMatching(/^v1\./) },
    });
    await store.journal.commit("test.step", [change]);
    const read = await store.invocations.get(invocation.id);
    expect(read?.question?.answer).toEqual({ a: SECRET });
  });

  test("of a row from before they were sealed are read as they are", async () => {
    await inner.journal.commit("test.step", [put({ a: 1, $sealed: "no" })]);
    expect((await store.invocations.get(fixtureId("inv")))?.inputs).toEqual({
      a: 1,
      $sealed: "no",
    });
  });

  test("in the ledger are sealed, too, and every reader opens them", async () => {
    const inputs = { note: SECRET };
    const invocation = makeInvocation({ inputs, state: "input_required" });
    const entry = makeLedgerEntry({ invocation });
    await store.journal.commit("test.step", [
      { type: "invocation.put", invocation, expect: null },
      { type: "ledger.put", entry, expect: null },
    ]);
    const intended = await store.invocations.ledger(entry.invocationId);
    const orphans = await store.invocations.listOrphans("process-2");
    await store.journal.commit("test.step", [
      {
        type: "ledger.put",
        entry: { ...entry, status: "unknown" },
        expect: { status: "intended", attempt: 1 },
      },
    ]);
    const unknown = await store.invocations.listUnknown();

    expect(JSON.stringify(stored)).not.toContain(SECRET);
    const found = [intended, ...orphans, ...unknown].map((each) => each?.invocation?.inputs);
    expect(found).toEqual([inputs, inputs, inputs]);
    expect(await store.invocations.ledger("inv_none")).toBeUndefined();
  });

  test("leave nothing of the call unprotected beside them", async () => {
    const outcome = makeOutcome({ outputs: { said: SECRET, password: "kept" } });
    const change = await storedAs({
      type: "invocation.put",
      invocation: makeInvocation({ outcome, messageId: SECRET }),
      expect: null,
    });
    expect(change.invocation).toMatchObject({
      id: fixtureId("inv"),
      messageId: X,
      inputs: { $sealed: expect.any(String) },
      outcome: { outputs: { said: X, password: "kept" } },
    });
  });
});

describe("patterns and key names", () => {
  const telling = { password: "abc", note: `api_key=abc ${SECRET}`, plain: "text" };
  const redacted = { password: X, note: `api_key=${X} ${X}`, plain: "text" };
  const hidden = { password: "abc", note: `api_key=abc ${X}`, plain: "text" };

  test("P41, X23: are hidden in the audit", async () => {
    const entry = makeAuditEntry({ data: telling });
    const change = await storedAs({ type: "audit.add", entry });
    expect(change.entry).toEqual({ ...entry, data: redacted });
  });

  test("X7, X23: stay in approvals: who approves sees what will run, but for known secrets", async () => {
    const approval = makeApproval({ inputs: telling, preview: [telling], reason: telling.note });
    await store.journal.commit("test.step", [{ type: "approval.put", approval, expect: null }]);
    expect(await store.approvals.get(approval.id)).toEqual({
      ...approval,
      inputs: hidden,
      preview: [hidden],
      reason: hidden.note,
    });
  });

  test.each(EventType.options)("X23: in an event %s", async (type) => {
    const change = await storedAs({ type: "event.add", event: makeEvent({ type, data: telling }) });
    const isRecord = type.startsWith("tool.") || type.startsWith("approval.");
    expect(change.event.data).toEqual(isRecord ? redacted : hidden);
  });

  test("X23: stay in what a person or a model wrote", async () => {
    const toolCalls = [{ id: "inv_1", toolId: null, name: SECRET, input: telling }];
    const message = makeMessage({ content: telling.note, toolCalls });
    for (const type of ["message.add", "message.accept"] as const) {
      const change = await storedAs({ type, message });
      expect(change).toEqual({
        type,
        message: {
          ...message,
          content: hidden.note,
          toolCalls: [
            {
              ...toolCalls[0],
              name: X,
              input: hidden,
              // A call that was not made yet runs with what the model wrote.
              ...(type === "message.add" && { sealedInput: expect.any(String) }),
            },
          ],
        },
      });
    }
  });
});

describe("a caller's own id that holds a secret", () => {
  test("is still found again", async () => {
    await store.journal.commit("test.step", [
      { type: "agent.add", agent: makeAgent() },
      { type: "session.add", session: makeSession() },
      { type: "message.accept", message: makeMessage({ messageId: `m ${SECRET}` }) },
      {
        type: "invocation.put",
        invocation: makeInvocation({ messageId: `i ${SECRET}` }),
        expect: null,
      },
    ]);
    expect(JSON.stringify(stored)).not.toContain(SECRET);
    const { sessions, invocations } = store;
    expect(await sessions.messageByCallerId(fixtureId("session"), `m ${SECRET}`)).toBeDefined();
    expect(await invocations.getByMessageId("owner", `i ${SECRET}`)).toBeDefined();
  });
});

describe("what is expected and what is ours", () => {
  test("the spec that the writer read stays what it read", async () => {
    const spec = {
      content: { note: SECRET },
      digest: digest({ note: SECRET }),
      frozenAt: null,
      frozenBy: null,
      updatedAt: "2026-01-01T00:00:00.000Z",
    };
    const change = await storedAs({ type: "spec.put", sessionId: "s", spec, expect: spec });
    expect(change.spec).toEqual({ ...spec, content: { note: X } });
    expect(change.expect).toBe(spec);
  });

  test("a secret that looks like a state or an id does not make a row unreadable", async () => {
    const odd = createRedactor();
    odd.register("B", "in_progress_");
    expect(odd.register("C", "session_01980000")).toBe("registered");
    expect(odd.register("D", "test_math")).toBe("registered");
    const other = protectStore(inner, { keyring, redactor: odd });
    await other.journal.commit("test.step", [
      { type: "agent.add", agent: makeAgent() },
      { type: "session.add", session: makeSession() },
      { type: "invocation.put", invocation: makeInvocation(), expect: null },
    ]);
    expect(await other.sessions.get(fixtureId("session"))).toEqual(makeSession());
    expect(await other.invocations.get(fixtureId("inv"))).toEqual(makeInvocation());
  });
});

test("a change with nothing to hide is passed on, not copied", async () => {
  const event: Change = { type: "event.add", event: makeEvent({ data: { a: [1, "b"] } }) };
  const audit: Change = { type: "audit.add", entry: makeAuditEntry() };
  const message: Change = { type: "message.add", message: makeMessage() };
  for (const change of [event, audit, message]) expect(await storedAs(change)).toBe(change);
});

test("a commit that fails, fails", async () => {
  const change: Change = { type: "delivery.remove", id: "none", sessionId: null };
  await store.journal.commit("test.step", [change]).catch(() => undefined);
  const agent = { type: "agent.add", agent: makeAgent() } as const;
  await store.journal.commit("test.step", [agent]);
  await expect(store.journal.commit("test.step", [agent])).rejects.toThrow();
});
