import { afterEach, describe, expect, test } from "vitest";
import { type Harness, OWNER, openHarness } from "../../test/harness.ts";
import { acceptMessage } from "./sessions/accept-message.ts";
import { answerApproval } from "./sessions/answer-approval.ts";
import { cancelSession } from "./sessions/cancel-session.ts";

let harness: Harness;
afterEach(() => harness.close());

const call = (name: string, input = {}) => ({ name, input });
const roles = async (sessionId: string) => {
  const { items } = await harness.store.sessions.messages(sessionId, { limit: 100, offset: 0 });
  return items.map(({ role, turn }) => `${turn} ${role}`);
};
const eventTypes = async (sessionId: string) => {
  const page = { since: 0, limit: 100, offset: 0 };
  const { items } = await harness.store.sessions.events(sessionId, page);
  return items.map((event) => event.type);
};

describe("a turn", () => {
  test("X5: is one message and all that follows until the session rests", async () => {
    const steps = [
      { tool_calls: [call("add", { a: 1, b: 2 })] },
      { text: "three", expect: { last_result_includes: '{"result":3}' } },
      { text: "bye" },
    ];
    harness = await openHarness({ steps });
    const { id } = await harness.openSession();
    expect(await harness.say(id)).toMatchObject({ state: "completed", turn: 1 });
    expect(await harness.say(id)).toMatchObject({ state: "completed", turn: 2 });
    expect(await roles(id)).toEqual([
      "1 user",
      "1 assistant",
      "1 tool",
      "1 assistant",
      "2 user",
      "2 assistant",
    ]);
  });

  test("X22: leaves every event in order, numbered from 1 without gaps", async () => {
    harness = await openHarness({ steps: [{ tool_calls: [call("add", { a: 1, b: 2 })] }] });
    const { id } = await harness.openSession();
    await harness.say(id);
    expect(await eventTypes(id)).toEqual([
      "session.created",
      "message.created",
      "turn.started",
      "message.created",
      "tool.started",
      "tool.completed",
      "message.created",
      "turn.completed",
    ]);
    const page = { since: 0, limit: 100, offset: 0 };
    const { items } = await harness.store.sessions.events(id, page);
    expect(items.map((event) => event.sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const about = { tool_id: "builtin:test_math:add", inputs: { a: 1, b: 2 } };
    expect(items[4]?.data).toMatchObject(about);
    expect(items[5]?.data).toMatchObject({ ...about, state: "completed", outputs: { result: 3 } });
  });

  test("X9: a call that fails does not end it: the model gets the failure as the result", async () => {
    const steps = [
      { tool_calls: [call("divide", { a: 1, b: 0 }), call("nothing"), call("add", { a: "x" })] },
      { text: "sorry" },
    ];
    harness = await openHarness({ steps });
    const { id } = await harness.openSession();
    expect((await harness.say(id)).state).toBe("completed");
    const { items } = await harness.store.sessions.messages(id, { limit: 10, offset: 0 });
    const results = items.filter((message) => message.role === "tool");
    expect(results.map((message) => JSON.parse(message.content).error.code)).toEqual([
      "TOOL_FAILED",
      "TOOL_NOT_FOUND",
      "INPUT_INVALID",
    ]);
  });

  test("offers the model its agent's tools only: the full id of another tool names nothing", async () => {
    const steps = [{ tool_calls: [call("builtin:current_time:get_current_time")] }];
    harness = await openHarness({ steps });
    const { id } = await harness.openSession();
    await harness.say(id);
    const { items } = await harness.store.sessions.messages(id, { limit: 10, offset: 0 });
    expect(JSON.parse(items[2]?.content ?? "").error.code).toBe("TOOL_NOT_FOUND");
    expect(await harness.audited()).toEqual(["session.created"]);
  });

  test("X9: is escalated when it has used all its steps", async () => {
    const steps = Array.from({ length: 9 }, () => ({ tool_calls: [call("add", { a: 1, b: 1 })] }));
    harness = await openHarness({ steps, limits: { steps_per_turn: 3 } });
    const { id } = await harness.openSession();
    expect((await harness.say(id)).state).toBe("escalated");
    expect(await eventTypes(id)).toContain("turn.failed");
  });

  test("X9: fails, with the reason, when the model does", async () => {
    harness = await openHarness({ steps: [{ text: "x", expect: { tools_include: ["nope"] } }] });
    const { id } = await harness.openSession();
    expect((await harness.say(id)).state).toBe("failed");
    const { items } = await harness.store.sessions.events(id, { since: 0, limit: 99, offset: 0 });
    expect(items.at(-1)).toMatchObject({
      type: "turn.failed",
      data: { error: { code: "SCRIPT_UNMET", message: expect.stringContaining('"nope"') } },
    });
    expect(await harness.say(id)).toMatchObject({ state: "failed", turn: 2 });
  });
});

describe("several calls in one step", () => {
  test("P26: several may ask at once, and run when each is answered", async () => {
    const steps = [
      { tool_calls: [call("append", { line: "a" }), call("append", { line: "b" })] },
      { text: "both" },
    ];
    harness = await openHarness({ steps });
    const { id } = await harness.openSession();
    await harness.say(id);
    const [first, second] = await harness.pending();
    await answerApproval(harness.engine, second?.id ?? "", { type: "run" }, OWNER);
    expect(await harness.rest(id)).toMatchObject({
      state: "input_required",
      inputRequest: { approvalIds: [first?.id] },
    });
    await answerApproval(harness.engine, first?.id ?? "", { type: "deny" }, OWNER);
    expect((await harness.rest(id)).state).toBe("completed");
    expect(harness.lines().map((line) => line.split(" ")[1])).toEqual(["b"]);
    const { items } = await harness.store.sessions.messages(id, { limit: 10, offset: 0 });
    expect(items.slice(2, 4).map((message) => JSON.parse(message.content))).toMatchObject([
      { state: "blocked" },
      { written: true },
    ]);
  });

  test("an effect does not overtake one that waits", async () => {
    const steps = [
      { tool_calls: [call("append", { line: "a" }), call("append_freely", { line: "b" })] },
    ];
    harness = await openHarness({ steps });
    const { id } = await harness.openSession();
    await harness.say(id);
    expect(harness.lines()).toEqual([]);
    const [approval] = await harness.pending();
    await answerApproval(harness.engine, approval?.id ?? "", { type: "run" }, OWNER);
    await harness.rest(id);
    expect(harness.lines().map((line) => line.split(" ")[1])).toEqual(["a", "b"]);
  });
});

describe("a message", () => {
  test("while an approval waits withdraws it and is delivered", async () => {
    const steps = [
      { tool_calls: [call("append", { line: "a" })] },
      { text: "as you like", expect: { last_result_includes: "APPROVAL_WITHDRAWN" } },
    ];
    harness = await openHarness({ steps });
    const { id } = await harness.openSession();
    await harness.say(id);
    const [approval] = await harness.pending();
    expect(await harness.say(id, "never mind")).toMatchObject({ state: "completed", turn: 2 });
    expect((await harness.gate.store.approvals.get(approval?.id ?? ""))?.state).toBe("withdrawn");
    await expect(
      answerApproval(harness.engine, approval?.id ?? "", { type: "run" }, OWNER),
    ).rejects.toMatchObject({ code: "APPROVAL_NOT_PENDING" });
    expect(harness.lines()).toEqual([]);
  });

  test("after a cancelled question: the model is told that the turn was cancelled, not replaced", async () => {
    const steps = [
      { tool_calls: [call("append", { line: "a" })] },
      { text: "as you like", expect: { last_result_includes: "The turn was cancelled" } },
    ];
    harness = await openHarness({ steps });
    const { id } = await harness.openSession();
    await harness.say(id);
    const [approval] = await harness.pending();
    await cancelSession(harness.engine, id, OWNER);
    expect((await harness.gate.store.approvals.get(approval?.id ?? ""))?.state).toBe("withdrawn");
    expect(await harness.say(id, "go on")).toMatchObject({ state: "completed" });
    expect(harness.lines()).toEqual([]);
  });

  test("queues behind the approval when it says so", async () => {
    const steps = [
      { tool_calls: [call("append", { line: "a" })] },
      { text: "one" },
      { text: "two" },
    ];
    harness = await openHarness({ steps });
    const { id } = await harness.openSession();
    await harness.say(id);
    await acceptMessage(harness.engine, id, { content: "then this", onPending: "queue" });
    const [approval] = await harness.pending();
    expect(await harness.rest(id)).toMatchObject({ state: "input_required", turn: 1, lastTurn: 2 });
    await answerApproval(harness.engine, approval?.id ?? "", { type: "run" }, OWNER);
    expect(await harness.rest(id)).toMatchObject({ state: "completed", turn: 2 });
    expect(await roles(id)).toEqual([
      "1 user",
      "1 assistant",
      "1 tool",
      "1 assistant",
      "2 user",
      "2 assistant",
    ]);
  });

  test("S40: with a message id that is known is the same message", async () => {
    harness = await openHarness();
    const { id } = await harness.openSession();
    const message = { content: "hello", messageId: "m1" };
    const accepted = await Promise.all(
      [1, 2, 3].map(() => acceptMessage(harness.engine, id, message)),
    );
    expect(new Set(accepted.map((one) => one.id)).size).toBe(1);
    expect(await harness.rest(id)).toMatchObject({ turn: 1 });
  });

  test("S41: many at once all arrive, each in a turn of its own", async () => {
    harness = await openHarness();
    const { id } = await harness.openSession();
    await Promise.all(
      Array.from({ length: 6 }, (_, n) => acceptMessage(harness.engine, id, { content: `${n}` })),
    );
    expect(await harness.rest(id)).toMatchObject({ state: "completed", turn: 6 });
    expect(await roles(id)).toHaveLength(12);
  });
});

test("X9: cancel ends a waiting turn as failed, withdraws its question, and the next message works", async () => {
  harness = await openHarness({ steps: [{ tool_calls: [call("append", { line: "a" })] }] });
  const { id } = await harness.openSession();
  await harness.say(id);
  expect((await cancelSession(harness.engine, id, OWNER)).state).toBe("failed");
  expect(await harness.pending()).toEqual([]);
  expect((await harness.say(id)).state).toBe("completed");
  expect(harness.lines()).toEqual([]);
});

test("X9: cancel stops a running call and records how it ended", async () => {
  let isRunning = false;
  harness = await openHarness({
    steps: [{ tool_calls: [call("add", { a: 1, b: 1 })] }],
    wrapExecutor: () => ({
      endsOnSignal: false,
      execute: () => {
        isRunning = true;
        return new Promise(() => {});
      },
    }),
  });
  const { id } = await harness.openSession();
  await acceptMessage(harness.engine, id, { content: "go" });
  await expect.poll(() => isRunning).toBe(true);
  await cancelSession(harness.engine, id, OWNER);
  expect((await harness.rest(id)).state).toBe("failed");
  await expect.poll(harness.audited).toContain("invocation.ended");
  // The model is told in a commit of its own.
  const told = async () => {
    const { items } = await harness.store.sessions.messages(id, { limit: 10, offset: 0 });
    return items.at(-1)?.content;
  };
  await expect.poll(told).toContain('"code":"CANCELLED"');
});

test("X9: a cancelled turn takes no further step, and the message queued behind it gets its own turn", async () => {
  const add = { tool_calls: [call("add", { a: 1, b: 1 })] };
  let executions = 0;
  harness = await openHarness({
    steps: [add, { ...add }, { text: "second" }],
    // The reply is stored before its call begins, however soon the turn is cancelled.
    limits: { hold_reply_ms: 0 },
    wrapExecutor: (executor) => ({
      ...executor,
      execute(execution) {
        executions += 1;
        return executions === 1 ? new Promise(() => {}) : executor.execute(execution);
      },
    }),
  });
  const { id } = await harness.openSession();
  await acceptMessage(harness.engine, id, { content: "first" });
  await expect.poll(() => executions).toBe(1);
  await acceptMessage(harness.engine, id, { content: "second" });
  await cancelSession(harness.engine, id, OWNER);
  expect(await harness.rest(id)).toMatchObject({ state: "completed", turn: 2 });
  expect(await roles(id)).toEqual([
    "1 user",
    "1 assistant",
    "1 tool",
    "2 user",
    "2 assistant",
    "2 tool",
    "2 assistant",
  ]);
  const { items } = await harness.store.sessions.messages(id, { limit: 20, offset: 0 });
  expect(items.filter(({ role }) => role === "tool").map(({ content }) => content)).toEqual([
    expect.stringContaining("CANCELLED"),
    '{"result":2}',
  ]);
});

test("X9: a cancelled turn asks nothing more: the calls behind the running one are not made", async () => {
  let executions = 0;
  harness = await openHarness({
    steps: [
      { tool_calls: [call("append_freely", { line: "a" }), call("append", { line: "b" })] },
      { text: "next", expect: { last_result_includes: "Not run" } },
    ],
    wrapExecutor: () => ({
      endsOnSignal: false,
      execute() {
        executions += 1;
        return new Promise(() => {});
      },
    }),
  });
  const { id } = await harness.openSession();
  await acceptMessage(harness.engine, id, { content: "go" });
  await expect.poll(() => executions).toBe(1);
  await cancelSession(harness.engine, id, OWNER);
  await expect.poll(harness.audited).toContain("invocation.interrupted");
  expect(await harness.say(id, "and now?")).toMatchObject({ state: "completed", turn: 2 });
  expect(await harness.pending()).toEqual([]);
});
