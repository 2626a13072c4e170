import { afterEach, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";
import { defineCapability } from "../app/define-capability.ts";
import type { BuiltinTool } from "../features/builtin-capability.ts";
import type { ExecutionResult } from "./executor.ts";

let harness: Harness;
afterEach(() => harness.close());

const ADD = "builtin:test_math:add";
const FREELY = "builtin:witness:append_freely";

/** A capability with one tool that only reads, `builtin:own:go`. */
function withTool(tool: Pick<BuiltinTool, "run"> & Partial<BuiltinTool>) {
  return defineCapability({
    id: "own",
    name: "Own",
    description: "A tool of this test's own.",
    status: "available",
    tools: [
      {
        name: "go",
        description: "Goes.",
        riskLevel: "LOW",
        behaviour: { readOnly: true },
        inputSchema: { type: "object" },
        ...tool,
      },
    ],
  });
}

describe("a call that may run", () => {
  test("C6, C10, C19: goes resolve, validate, decide, execute, record and answers an outcome", async () => {
    harness = await openHarness();
    const outcome = await harness.invoke(ADD, { a: 2, b: 40 });
    expect(outcome).toEqual({
      invocationId: expect.stringMatching(/^inv_/),
      state: "completed",
      outputs: { result: 42 },
      declaredSideEffects: [],
      artifacts: [],
      durationMs: 0,
      turn: 0,
    });
  });

  test("C9: stores the invocation with its actor, mode and digest, and drops the exact input", async () => {
    harness = await openHarness();
    const more = { messageId: "m1", contextId: "ctx" };
    const { invocationId } = await harness.invoke(ADD, { a: 1, b: 1 }, more);
    expect(await harness.store.invocations.get(invocationId)).toMatchObject({
      toolId: ADD,
      actor: "prn_owner",
      contextId: "ctx",
      mode: "execution",
      specFrozen: false,
      state: "completed",
      inputs: null,
      inputDigest: expect.stringMatching(/^sha256:/),
    });
  });

  test("a call that nobody can meet again leaves its audit record and no row of its own", async () => {
    harness = await openHarness();
    const { invocationId } = await harness.invoke(ADD, { a: 1, b: 1 });
    expect(await harness.store.invocations.get(invocationId)).toBeUndefined();
    const { items } = await harness.store.audit.list({ limit: 10, offset: 0 });
    expect(items.map((item) => item.invocationId)).toEqual([invocationId]);
  });

  test("C21, C24: writes one audit record for a read-only call, in its actor's stream of the day", async () => {
    harness = await openHarness();
    await harness.invoke(ADD, { a: 1, b: 1 });
    const { items } = await harness.store.audit.list({ limit: 10, offset: 0 });
    expect(items).toMatchObject([
      { type: "invocation.ended", stream: "actor:prn_owner:2026-01-02", sequence: 1, toolId: ADD },
    ]);
  });

  test("writes the intent before the effect, and clears it with the outcome", async () => {
    let intent: unknown;
    harness = await openHarness({
      wrapExecutor: (executor) => ({
        ...executor,
        async execute(execution) {
          intent = await harness.store.invocations.ledger(execution.context.invocationId);
          return executor.execute(execution);
        },
      }),
    });
    const { invocationId } = await harness.invoke(FREELY, { line: "x" });
    expect(intent).toMatchObject({
      status: "intended",
      attempt: 1,
      startBefore: "2026-01-02T03:04:10.000Z",
    });
    expect(await harness.store.invocations.ledger(invocationId)).toBeUndefined();
    expect(await harness.audited()).toEqual(["invocation.started", "invocation.ended"]);
  });

  test("a tool that changes what it was given changes nothing on record", async () => {
    const greedy = withTool({
      run(inputs) {
        inputs.amount = 1_000_000;
        (inputs.to as string[]).push("me");
        return { ok: true };
      },
    });
    harness = await openHarness({ capabilities: [greedy] });
    const given = { amount: 5, to: ["anna"] };
    expect(await harness.invoke("builtin:own:go", given)).toMatchObject({
      state: "completed",
    });
    expect(given).toEqual({ amount: 5, to: ["anna"] });
    const { items } = await harness.store.audit.list({ limit: 10, offset: 0 });
    expect(items[0]?.data.inputs).toEqual({ amount: 5, to: ["anna"] });
  });

  test("hands the caller's message id down to the tool as its idempotency key", async () => {
    harness = await openHarness();
    await harness.invoke(FREELY, { line: "x" }, { messageId: "order-17" });
    expect(harness.lines()).toEqual(["append_freely x order-17"]);
  });

  test("S40: a repeated message id answers what the first one answered, and runs nothing", async () => {
    harness = await openHarness();
    const first = await harness.invoke(FREELY, { line: "x" }, { messageId: "m1" });
    const second = await harness.invoke(FREELY, { line: "x" }, { messageId: "m1" });
    expect(second).toEqual(first);
    expect(harness.lines()).toHaveLength(1);
  });

  test("S40: a message id that is used again for another call is refused, also at the same time", async () => {
    harness = await openHarness();
    const one = harness.invoke(FREELY, { line: "x" }, { messageId: "m1" });
    const others = [
      harness.invoke(FREELY, { line: "y" }, { messageId: "m1" }),
      harness.invoke(ADD, { a: 1, b: 2 }, { messageId: "m1" }),
    ];
    for (const other of others) {
      await expect(other).rejects.toMatchObject({ code: "MESSAGE_ID_REUSED" });
    }
    expect(await one).toMatchObject({ state: "completed" });
    const later = harness.invoke(FREELY, { line: "y" }, { messageId: "m1" });
    await expect(later).rejects.toMatchObject({ code: "MESSAGE_ID_REUSED" });
    expect(harness.lines()).toHaveLength(1);
  });

  test("S40: two calls with one message id at once run once", async () => {
    harness = await openHarness();
    const both = [1, 2].map(() => harness.invoke(FREELY, { line: "x" }, { messageId: "m1" }));
    const [first, second] = await Promise.all(both);
    expect(second).toEqual(first);
    expect(harness.lines()).toHaveLength(1);
  });
});

describe("a call that never becomes an invocation", () => {
  test.each([
    { name: "an unknown tool", tool: "builtin:x:y", inputs: {}, code: "TOOL_NOT_FOUND" },
    { name: "a prototype's name", tool: "__proto__", inputs: {}, code: "TOOL_NOT_FOUND" },
    { name: "an input that is no object", tool: ADD, inputs: [1], code: "INPUT_INVALID" },
    { name: "a missing field", tool: ADD, inputs: { a: 1 }, code: "INPUT_INVALID" },
    { name: "a wrong type", tool: ADD, inputs: { a: 1, b: "2" }, code: "INPUT_INVALID" },
    { name: "an unknown field", tool: ADD, inputs: { a: 1, b: 2, c: 3 }, code: "INPUT_INVALID" },
  ])(
    "C22: $name is refused with $code and leaves nothing behind",
    async ({ tool, inputs, code }) => {
      harness = await openHarness();
      await expect(harness.invoke(tool, inputs)).rejects.toMatchObject({ code });
      expect(await harness.audited()).toEqual([]);
    },
  );

  test.each([
    [{ a: 1 }, '"b" is missing.'],
    [{ a: 1, b: "2" }, '"b" must be number, not string.'],
    [{ a: 1, b: 2, c: 3 }, '"c" is not a known field.'],
  ])("names the field that is wrong: %j", async (inputs, text) => {
    harness = await openHarness();
    await expect(harness.invoke(ADD, inputs)).rejects.toThrow(text);
  });
});

describe("a call that must not run", () => {
  test("C20, C24: a denial is an outcome, audited as a violation, and runs nothing", async () => {
    harness = await openHarness({ profile: "governed" });
    const outcome = await harness.invoke("builtin:witness:append", { line: "x" });
    expect(outcome).toMatchObject({ state: "blocked", error: { code: "POLICY_DENIED" } });
    expect(harness.lines()).toEqual([]);
    expect(await harness.audited()).toEqual(["policy.violated"]);
  });

  test("X9: planning and dry runs refuse a tool that has effects and no dry run", async () => {
    harness = await openHarness();
    for (const more of [{ mode: "planning" as const }, { dryRun: true }]) {
      const outcome = await harness.invoke(FREELY, { line: "x" }, more);
      expect(outcome).toMatchObject({ state: "blocked", error: { code: "DRY_RUN_UNSUPPORTED" } });
    }
    expect(harness.lines()).toEqual([]);
  });

  test("a dry run of a tool that has one has no effect, declares none and writes no intent", async () => {
    harness = await openHarness();
    const more = { dryRun: true };
    const outcome = await harness.invoke("builtin:witness:rehearse", { line: "x" }, more);
    expect(outcome).toMatchObject({ outputs: { written: false }, declaredSideEffects: [] });
    expect(await harness.store.invocations.ledger(outcome.invocationId)).toBeUndefined();
  });
});

describe("what a tool gives back", () => {
  const answering = (result: ExecutionResult | Error) =>
    openHarness({
      wrapExecutor: () => ({
        endsOnSignal: false,
        async execute() {
          if (result instanceof Error) throw result;
          return result;
        },
      }),
    });

  test.each([
    ["an exception", new Error("no such city"), "failed", "TOOL_FAILED"],
    ["a state outside its contract", { state: "delegating" }, "blocked", "STATE_NOT_ALLOWED"],
    ["a cycle", { state: "completed", outputs: cycle() }, "failed", "OUTPUT_INVALID"],
    ["a wrong output", { state: "completed", outputs: { sum: 1 } }, "failed", "OUTPUT_INVALID"],
    ["too much", { state: "completed", outputs: "x".repeat(2e6) }, "failed", "OUTPUT_INVALID"],
  ] as const)("C22: %s becomes an outcome", async (_name, result, state, code) => {
    harness = await answering(result);
    expect(await harness.invoke(ADD, { a: 1, b: 2 })).toMatchObject({ state, error: { code } });
  });

  test("is not lost when the tool's own schema for it is broken", async () => {
    const careless = withTool({
      outputSchema: { properties: { result: { $ref: "#/$defs/none" } } },
      run: () => ({ result: 1 }),
    });
    harness = await openHarness({ capabilities: [careless] });
    const outcome = await harness.invoke("builtin:own:go", {});
    expect(outcome).toMatchObject({ state: "failed", error: { code: "OUTPUT_INVALID" } });
    expect(outcome.error?.message).toMatch(
      /^Output of the tool: its own schema cannot be used\. Unresolved \$ref/,
    );
    expect(await harness.audited()).toEqual(["invocation.ended"]);
  });

  test("X20: an exception leaves as its message, never as a stack trace", async () => {
    harness = await answering(new Error("no such city"));
    const outcome = await harness.invoke(ADD, { a: 1, b: 2 });
    expect(outcome.error).toEqual({
      code: "TOOL_FAILED",
      message: "no such city",
      retryable: false,
    });
  });
});

describe("a call that takes too long", () => {
  const hanging = () =>
    openHarness({
      wrapExecutor: () => ({ endsOnSignal: false, execute: () => new Promise(() => {}) }),
    });

  test("ends as timeout at the tool's deadline, also when its code ignores the signal", async () => {
    harness = await hanging();
    const tool = harness.gate.catalog.getTool(ADD);
    Object.assign(tool?.behaviour ?? {}, { timeoutMs: 20 });
    const outcome = await harness.invoke(ADD, { a: 1, b: 2 });
    expect(outcome).toMatchObject({ state: "timeout", error: { code: "TOOL_TIMED_OUT" } });
  });

  test("X9: is failed with CANCELLED when a person cancels", async () => {
    harness = await hanging();
    const abort = new AbortController();
    const running = harness.invoke(ADD, { a: 1, b: 2 }, { signal: abort.signal });
    abort.abort();
    expect(await running).toMatchObject({ state: "failed", error: { code: "CANCELLED" } });
  });
});

test("an effect does not start once start_before has passed: who woke up late does nothing", async () => {
  harness = await openHarness();
  const { journal } = harness.store;
  const late = {
    ...harness.gate,
    store: {
      ...harness.store,
      journal: {
        ...journal,
        async commit(...args: Parameters<typeof journal.commit>) {
          await journal.commit(...args);
          if (args[0] === "call.claim") harness.clock.advance(60_000);
        },
      },
    },
  };
  const { invoke } = await import("./invoke.ts");
  const outcome = await invoke(late, harness.call(FREELY, { line: "x" }));
  expect(outcome).toMatchObject({ state: "failed", error: { code: "START_TOO_LATE" } });
  expect(harness.lines()).toEqual([]);
});

test("a failing journal means that nothing runs: the effect comes after the intent", async () => {
  harness = await openHarness();
  const gate = {
    ...harness.gate,
    store: {
      ...harness.store,
      journal: {
        ...harness.store.journal,
        async commit() {
          throw new Error("disk full");
        },
      },
    },
  };
  const { invoke } = await import("./invoke.ts");
  await expect(invoke(gate, harness.call(FREELY, { line: "x" }))).rejects.toThrow("disk full");
  expect(harness.lines()).toEqual([]);
});

function cycle(): unknown {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}
