import { getEventListeners } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { type Harness, openHarness } from "../../test/harness.ts";
import { openTestStore } from "../../test/open-test-store.ts";
import { CapstanError } from "../base/errors.ts";
import { faultyStore } from "../testing/faults.ts";
import { makeHalt } from "../testing/fixtures.ts";
import type { ExecutionRequest, ExecutionResult } from "./executor.ts";

let harness: Harness;
afterEach(() => harness.close());

const LOOK = "builtin:witness:look";

/** Whatever runs here runs like this. */
async function openRunning(
  execute: (request: ExecutionRequest) => Promise<ExecutionResult>,
  endsOnSignal = true,
): Promise<void> {
  harness = await openHarness({ wrapExecutor: () => ({ endsOnSignal, execute }) });
}

/** Resolves a moment after it was told to stop. */
const told = ({ signal }: ExecutionRequest) =>
  new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => setTimeout(resolve, 20));
  });

/** Begins a call, and cancels it once it runs. */
async function cancelled(
  execute: (request: ExecutionRequest) => Promise<ExecutionResult>,
  { endsOnSignal = true, thenHalt = false } = {},
) {
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  await openRunning((request) => {
    start();
    return execute(request);
  }, endsOnSignal);
  const abort = new AbortController();
  const outcome = harness.invoke(LOOK, {}, { signal: abort.signal });
  await started;
  abort.abort();
  if (thenHalt) harness.gate.halt.set(makeHalt());
  return outcome;
}

describe("a call that is cut short", () => {
  test("X9: is over when what can be ended is gone, and says why it was ended", async () => {
    let isGone = false;
    const outcome = await cancelled(async (request) => {
      await told(request);
      isGone = true;
      throw new Error("killed");
    });
    expect(outcome).toMatchObject({ state: "failed", error: { code: "CANCELLED" } });
    expect(isGone).toBe(true);
  });

  test("X9: says why it was ended also when its code answers that it failed", async () => {
    const outcome = await cancelled(async (request) => {
      await told(request);
      return { state: "failed", error: { message: "killed" } };
    });
    expect(outcome.error).toMatchObject({ code: "CANCELLED", message: "Cancelled by a person." });
  });

  test("has happened if it was done before it noticed", async () => {
    const outcome = await cancelled(async (request) => {
      await told(request);
      return { state: "completed", outputs: { lines: 1 } };
    });
    expect(outcome).toMatchObject({ state: "completed", outputs: { lines: 1 } });
  });

  test("X9: is ended for the first reason, whatever comes after it", async () => {
    const ended = async (request: ExecutionRequest): Promise<never> => {
      await told(request);
      throw new Error("killed");
    };
    const outcome = await cancelled(ended, { thenHalt: true });
    expect(outcome.error?.code).toBe("CANCELLED");
    harness.gate.halt.lift();
  });

  test("X9: is over at once where its code cannot be ended, which is told to stop even so", async () => {
    const requests: ExecutionRequest[] = [];
    const endless = (request: ExecutionRequest) => {
      requests.push(request);
      return new Promise<never>(() => {});
    };
    const outcome = await cancelled(endless, { endsOnSignal: false });
    expect(outcome).toMatchObject({ state: "failed", error: { code: "CANCELLED" } });
    // Who looks for the first time now sees it as well.
    expect(requests[0]?.signal.aborted).toBe(true);
  });

  test("X9: listens to nobody any more once it is over", async () => {
    await openRunning(async () => ({ state: "completed", outputs: {} }));
    const { signal } = new AbortController();
    await harness.invoke(LOOK, {}, { signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("X9: does not start when it was cancelled before", async () => {
    let runs = 0;
    await openRunning(async () => {
      runs += 1;
      return { state: "completed" };
    });
    const outcome = await harness.invoke(LOOK, {}, { signal: AbortSignal.abort() });
    expect(outcome.error?.code).toBe("CANCELLED");
    expect(runs).toBe(0);
  });

  test("C30: one that a halt ended says so, also when the halt was lifted before it noticed", async () => {
    await openRunning(async () => ({ state: "completed" }));
    const signal = AbortSignal.abort(new CapstanError("HALTED", "A person stopped everything."));
    const outcome = await harness.invoke(LOOK, {}, { signal });
    expect(outcome.error?.code).toBe("HALTED");
  });
});

describe("an effect that is cut short", () => {
  const FREELY = "builtin:witness:append_freely";

  /** What the executor says once it was told to stop; the call is cancelled. */
  async function cut(result: ExecutionResult) {
    const { promise: started, resolve: start } = Promise.withResolvers<void>();
    await openRunning(async (request) => {
      start();
      await told(request);
      return result;
    });
    const abort = new AbortController();
    const outcome = harness.invoke(FREELY, { line: "x" }, { signal: abort.signal });
    await started;
    abort.abort();
    return outcome;
  }

  test("X22: of which its executor knows nothing is asked about", async () => {
    expect(await cut({ state: "failed", error: { message: "killed" } })).toMatchObject({
      state: "input_required",
      inputRequest: { kind: "reconcile" },
    });
  });

  test("X22, C10: of which its executor knows that it had not begun has failed, without effects", async () => {
    const sure = { state: "failed", mayHaveRun: false, sideEffects: [] } as const;
    expect(await cut(sure)).toMatchObject({
      state: "failed",
      error: { code: "CANCELLED" },
      declaredSideEffects: [],
    });
  });

  test("C10: keeps the effects that its tool declares where its executor names none", async () => {
    expect(await cut({ state: "failed", mayHaveRun: false })).toMatchObject({
      state: "failed",
      declaredSideEffects: ["fs.write"],
    });
  });

  test("C10: by a halt between its intent and its start had no effects", async () => {
    const halting = faultyStore(await openTestStore(), (point) => {
      if (point === "commit call.claim: after") harness.gate.halt.set(makeHalt());
    });
    harness = await openHarness({ store: halting });
    expect(await harness.invoke(FREELY, { line: "x" })).toMatchObject({
      state: "failed",
      error: { code: "HALTED" },
      declaredSideEffects: [],
    });
    expect(harness.lines()).toEqual([]);
    harness.gate.halt.lift();
  });

  test("C10: because it came too late had no effects", async () => {
    const late = faultyStore(await openTestStore(), (point) => {
      if (point === "commit call.claim: after") harness.clock.advance(60_000);
    });
    harness = await openHarness({ store: late });
    expect(await harness.invoke(FREELY, { line: "x" })).toMatchObject({
      state: "failed",
      error: { code: "START_TOO_LATE" },
      declaredSideEffects: [],
    });
    expect(harness.lines()).toEqual([]);
  });

  test.each([
    { name: "is too large", result: { state: "completed", outputs: "x".repeat(2_000_000) } },
    { name: "is no JSON", result: { state: "completed", outputs: 1n } },
  ] as const)("X22: whose answer $name is told as one that has run", async ({ result }) => {
    await openRunning(async () => result as ExecutionResult);
    const outcome = await harness.invoke(FREELY, { line: "x" });
    expect(outcome.error).toMatchObject({
      code: "OUTPUT_INVALID",
      message: expect.stringContaining("It has run"),
      retryable: false,
    });
    const look = await harness.invoke(LOOK, {});
    expect(look.error?.message).not.toContain("It has run");
  });
});

test("X9: what a tool says of its progress is passed on, with its call", async () => {
  const told: unknown[] = [];
  await openRunning(async ({ progress }) => {
    progress({ done: 1, total: 2 });
    return { state: "completed", outputs: {} };
  });
  Object.assign(harness.gate, {
    onProgress: (invocation: { toolId: string }, progress: unknown) =>
      told.push([invocation.toolId, progress]),
  });
  await harness.invoke(LOOK, {});
  expect(told).toEqual([[LOOK, { done: 1, total: 2 }]]);
});

test("X9: a call that is over does not listen for a halt any more", async () => {
  await openRunning(async () => ({ state: "completed", outputs: {} }));
  let listening = 0;
  Object.assign(harness.gate.halt, {
    onHalt() {
      listening += 1;
      return () => {
        listening -= 1;
      };
    },
  });
  await harness.invoke(LOOK, {});
  expect(listening).toBe(0);
});

describe("a call that fails", () => {
  test("and says nothing at all is told as that", async () => {
    await openRunning(async () => ({ state: "failed" }));
    expect((await harness.invoke(LOOK, {})).error).toEqual({
      code: "TOOL_FAILED",
      message: "The tool failed.",
      retryable: false,
    });
  });

  test.each([
    { name: "nothing", text: "", message: "The tool failed without saying why." },
    { name: "too much", text: "x".repeat(2_001), message: "x".repeat(2_000) },
  ])("X20: and says $name is told in 2 000 characters at most", async ({ text, message }) => {
    await openRunning(async () => {
      throw new Error(text);
    });
    expect((await harness.invoke(LOOK, {})).error?.message).toBe(message);
  });

  test.each([
    {
      thrown: Object.assign(new Error("ENOENT: no such file or directory, open '/home/me/.key'"), {
        syscall: "open",
      }),
      message: "I couldn't find that file. It may have been moved or deleted.",
    },
    {
      thrown: Object.assign(new Error("spawn bwrap EACCES"), { syscall: "spawn bwrap" }),
      message: "I am not allowed to use that location.",
    },
    {
      thrown: new TypeError("Cannot read properties of undefined (reading 'name')"),
      message: "Something went wrong in the tool's own code.",
    },
    {
      thrown: "The database is locked: /var/lib/capstan/store.db",
      message: "Something went wrong in the tool's own code.",
    },
    {
      thrown: new Error("Bad.\n    at open (/srv/tool.js:3:1)"),
      message: "Something went wrong in the tool's own code.",
    },
  ])("I34, X20: and throws $thrown is told in plain words; the record has its own", async (it) => {
    await openRunning(async () => {
      throw it.thrown;
    });
    const outcome = await harness.invoke(LOOK, {});
    expect(outcome.error).toMatchObject({ code: "TOOL_FAILED", message: it.message });
    const text = it.thrown instanceof Error ? it.thrown.message : it.thrown;
    expect(JSON.stringify(outcome)).not.toContain(JSON.stringify(text).slice(1, -1));
    const ended = (await harness.records()).find(({ type }) => type === "invocation.ended");
    expect(ended?.data.log).toContain(text);
  });

  test.each([
    [
      "ValueError: secret /root/.ssh/id_rsa at line 7",
      "Something went wrong in the tool's own code.",
    ],
    ["ValidationError: title is required", "title is required"],
    ["Error: EACCES: permission denied, open '/x'", "I am not allowed to use that location."],
    [
      'Traceback (most recent call last):\n  File "x.py", line 3',
      "Something went wrong in the tool's own code.",
    ],
    ["The title is missing.", "The title is missing."],
  ])("F25: that answers the error %j is told in plain words", async (raw, message) => {
    await openRunning(async () => ({ state: "failed", error: { message: raw } }));
    const outcome = await harness.invoke(LOOK, {});
    expect(outcome.error).toMatchObject({ code: "TOOL_FAILED", message });
    const ended = (await harness.records()).find(({ type }) => type === "invocation.ended");
    expect(ended?.data.log ?? raw).toContain(raw);
  });

  test.each([
    "No such city: /home is none.",
    'The address "https://example.com/usr/bin" has nothing.',
    "/outputs/report.txt is not there.",
  ])("and says %j is told as it said", async (text) => {
    await openRunning(async () => {
      throw new Error(text);
    });
    expect((await harness.invoke(LOOK, {})).error?.message).toBe(text);
  });

  test.each([
    ["SOURCE_UNAVAILABLE", true],
    ["INPUT_INVALID", false],
    ["SOMETHING_OF_ITS_OWN", false],
    ["toString", false],
  ])("with the code %s may be tried again: %s", async (code, retryable) => {
    await openRunning(async () => ({ state: "failed", error: { code, message: "No." } }));
    expect((await harness.invoke(LOOK, {})).error).toMatchObject({ code, retryable });
  });
});

describe("what comes back", () => {
  test("C10: is nothing where a tool answers nothing", async () => {
    await openRunning(async () => ({ state: "completed" }));
    expect(await harness.invoke(LOOK, {})).toMatchObject({ state: "completed", outputs: null });
  });

  test("A98: is read once, and no longer the tool's to change", async () => {
    let reads = 0;
    const kept = {
      get reads() {
        reads += 1;
        return reads;
      },
      list: ["a"],
    };
    await openRunning(async () => ({ state: "completed", outputs: kept }));
    const outcome = await harness.invoke(LOOK, {});
    kept.list.push("b");
    expect(outcome.outputs).toEqual({ reads: 1, list: ["a"] });
    expect(outcome.outputs).toEqual({ reads: 1, list: ["a"] });
  });

  test("C10: is told with how long it took and what it did", async () => {
    await openRunning(async () => {
      harness.clock.advance(1_500);
      return { state: "completed", outputs: { lines: 0 }, sideEffects: ["network.dns"] };
    });
    expect(await harness.invoke(LOOK, {})).toMatchObject({
      durationMs: 1_500,
      declaredSideEffects: ["network.dns"],
    });
  });

  test.each([
    { state: "input_required", code: "STATE_NOT_ALLOWED" },
    { state: "paused", code: "STATE_NOT_ALLOWED" },
    { state: "in_progress", code: "STATE_NOT_ALLOWED" },
  ] as const)("X9: as $state is refused: no tool keeps a call open", async ({ state, code }) => {
    await openRunning(async () => ({ state }));
    expect(await harness.invoke(LOOK, {})).toMatchObject({ state: "blocked", error: { code } });
  });

  test.each([
    [1_000, "completed"],
    [1_001, "failed"],
  ])("may have as many bytes as the limit says, here 1 000: %i is %s", async (size, state) => {
    const text = "x".repeat(size - 2);
    harness = await openHarness({
      limits: { output_bytes: 1_000 },
      wrapExecutor: () => ({
        endsOnSignal: true,
        execute: async () => ({ state: "completed", outputs: text }),
      }),
    });
    expect((await harness.invoke(LOOK, {})).state).toBe(state);
  });
});

test("X23, A107: a secret is filled in for its tool alone in the last moment, and hidden in what comes back", async () => {
  const ref = (name: string) => `\${secret:${name}}`;
  const value = "a-very-long-value-42";
  const seen: unknown[] = [];
  await openRunning(async ({ inputs }) => {
    seen.push(inputs);
    return { state: "completed", outputs: { got: inputs.line ?? null } };
  });
  const { gate } = harness;
  await gate.secrets.set("TOKEN", value, ["builtin:witness:append_freely"], []);
  const call = (tool: string) => harness.invoke(`builtin:witness:${tool}`, { line: ref("TOKEN") });
  const outcome = await call("append_freely");
  expect(seen).toEqual([{ line: value }]);
  expect(outcome).toMatchObject({ state: "completed", outputs: { got: "***REDACTED***" } });
  expect(JSON.stringify(await harness.records())).not.toContain(value);
  const refused = await call("append_idempotent");
  expect(refused).toMatchObject({ state: "failed", error: { code: "SECRET_NOT_ALLOWED" } });
  expect(seen).toHaveLength(1);
});
