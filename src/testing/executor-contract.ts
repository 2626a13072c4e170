import { describe, expect, test } from "vitest";
import type { ExecutionRequest, Executor } from "../gate/executor.ts";
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
