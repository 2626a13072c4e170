import { describe, expect, test } from "vitest";
import type { ExecutionRequest, Executor } from "../gate/executor.ts";
import { plainOutcome } from "../gate/outcomes.ts";
import { NO_ACCESS } from "../schema/access.ts";
import type { Execution } from "../schema/execution.ts";
import { makeTool } from "./make-tool.ts";

/** Tools for the contract, as this executor runs them. */
export type ExecutorCases = {
  readonly executor: Executor;
  /** Answers `{said: <input "text">}`. */
  readonly echo: Execution;
  /** Fails, with "broken" in the message. */
  readonly fail: Execution;
  /** Runs for a minute unless it is ended, and then leaves nothing behind. */
  readonly hang: Execution;
  /** Whether what `hang` started still runs. */
  readonly isRunning: () => boolean;
  /** An execution of this type that names nothing that exists. */
  readonly unknown: Execution;
  readonly close?: () => Promise<void>;
};

/** A request to run something, with everything that an executor is told. */
export function makeRequest(overrides: Partial<ExecutionRequest> = {}): ExecutionRequest {
  return {
    tool: makeTool(),
    execution: { type: "test" },
    inputs: {},
    context: {
      invocationId: "inv_1",
      sessionId: null,
      actor: "owner",
      dryRun: false,
      confirmed: false,
      access: NO_ACCESS,
      config: {},
      idempotencyKey: "inv_1",
    },
    files: null,
    progress() {},
    signal: new AbortController().signal,
    ...overrides,
  };
}

/** Every part that a request may have; the compiler asks for a new one here. */
function makeWholeRequest(): Required<ExecutionRequest> {
  return {
    ...makeRequest(),
    roots: [],
    guarded: [],
    namedHosts: ["example.com"],
    run: {
      contextId: "context_1",
      turn: 2,
      iteration: 1,
      maxFixes: 1,
      facts: { notes: { paid: true } },
      confirmed: true,
    },
    ask: async () => ({ action: "cancel" }),
    sample: async () => ({ type: "refused", reason: "None here." }),
    act: async () => plainOutcome({ id: "inv_2", turn: 2 }, "completed"),
    peer: { can: {}, logLevel: undefined, onLog() {}, onError() {} },
  };
}

/**
 * What every Executor that stands before another one owes it: each part of a request, as it is, but
 * for those that it is there to change.
 */
export function executorWrapperContract(
  name: string,
  wrap: (inner: Executor) => Executor,
  { more = {}, changes = [] }: WrapperCase = {},
): void {
  test(`F21: ${name} hands on every part of a request`, async () => {
    let seen: ExecutionRequest | undefined;
    const wrapped = wrap({
      endsOnSignal: true,
      async execute(request) {
        seen = request;
        return { state: "completed", outputs: {} };
      },
    });
    const request = { ...makeWholeRequest(), ...more };
    await wrapped.execute(request);
    for (const part of Object.keys(request) as (keyof ExecutionRequest)[]) {
      if (!changes.includes(part)) expect(seen?.[part], part).toBe(request[part]);
    }
  });

  test(`F21: ${name} makes no part of a request before somebody reads it`, async () => {
    let made = 0;
    const wrapped = wrap({
      endsOnSignal: true,
      execute: async () => ({ state: "completed", outputs: {} }),
    });
    const request = { ...makeWholeRequest(), ...more };
    await wrapped.execute(
      Object.defineProperty(request, "signal", {
        enumerable: true,
        get() {
          made += 1;
          return new AbortController().signal;
        },
      }),
    );
    expect(made).toBe(0);
  });
}

type WrapperCase = {
  /** Parts of the request that make it do its work. */
  readonly more?: Partial<ExecutionRequest>;
  /** The parts that it is there to change. */
  readonly changes?: readonly (keyof ExecutionRequest)[];
};

/** What every Executor owes the gate. Each adapter's test calls this once. */
export function executorContract(name: string, open: () => Promise<ExecutorCases>): void {
  async function run(use: (cases: ExecutorCases) => Promise<void>): Promise<void> {
    const cases = await open();
    await use(cases).finally(() => cases.close?.());
  }

  describe(`${name} honours the Executor contract`, () => {
    test("X8: runs what the entry says, and answers its outputs", () =>
      run(async ({ executor, echo: execution }) => {
        const inputs = { text: "hello" };
        const result = await executor.execute(makeRequest({ execution, inputs }));
        expect(result).toMatchObject({ state: "completed", outputs: { said: "hello" } });
      }));

    test("X8: looks nothing up by the id of the tool", () =>
      run(async ({ executor, echo: execution }) => {
        const tool = makeTool({ name: "another", sourceId: "elsewhere" });
        const request = makeRequest({ tool, execution, inputs: { text: "x" } });
        expect(await executor.execute(request)).toMatchObject({ outputs: { said: "x" } });
      }));

    test("runs several at once, each with its own inputs", () =>
      run(async ({ executor, echo: execution }) => {
        const texts = ["a", "b", "c", "d"];
        const results = await Promise.all(
          texts.map((text) => executor.execute(makeRequest({ execution, inputs: { text } }))),
        );
        expect(results.map(({ outputs }) => outputs)).toMatchObject(
          texts.map((said) => ({ said })),
        );
      }));

    test("X20: a failure is a result or an error, with a message", () =>
      run(async ({ executor, fail: execution }) => {
        const said = await executor.execute(makeRequest({ execution })).then(
          ({ state, error }) => ({ state, message: error?.message }),
          (error: Error) => ({ state: "failed", message: error.message }),
        );
        expect(said).toEqual({ state: "failed", message: expect.stringContaining("broken") });
      }));

    test("X8: what the entry names and is not there fails, and nothing else runs in its place", () =>
      run(async ({ executor, unknown: execution }) => {
        const ran = await executor.execute(makeRequest({ execution })).catch(() => undefined);
        expect(ran?.state ?? "failed").not.toBe("completed");
      }));

    test("X9: after its signal it is over only when what it ran is gone, if it can be ended", () =>
      run(async ({ executor, hang: execution, isRunning }) => {
        const stop = new AbortController();
        const running = executor
          .execute(makeRequest({ execution, signal: stop.signal }))
          .catch(() => undefined);
        await expect.poll(isRunning).toBe(true);
        stop.abort();
        if (!executor.endsOnSignal) return;
        const result = await running;
        expect(result?.state ?? "failed").not.toBe("completed");
        expect(isRunning()).toBe(false);
      }));
  });
}
