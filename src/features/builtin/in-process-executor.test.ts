import { expect, test } from "vitest";
import { executorContract, makeRequest } from "../../testing/executor-contract.ts";
import { createManualClock } from "../../testing/manual-clock.ts";
import type { BuiltinTool } from "../builtin-capability.ts";
import { createInProcessExecutor } from "./in-process-executor.ts";

const base = { description: "For a test.", inputSchema: {}, riskLevel: "LOW" } as const;

executorContract("the in-process executor", async () => {
  let running = false;
  const tools: Record<string, BuiltinTool> = {
    echo: { ...base, name: "echo", run: ({ text }) => ({ said: text }) },
    fail: {
      ...base,
      name: "fail",
      run: () => {
        throw new Error("It is broken.");
      },
    },
    hang: {
      ...base,
      name: "hang",
      run: () => {
        running = true;
        return new Promise(() => {});
      },
    },
  };
  const known = new Map(Object.entries(tools));
  const executionOf = (code: string) => ({ type: "in_process", code });
  return {
    executor: createInProcessExecutor({
      codeOf: ({ code }) => known.get(String(code)),
      clock: createManualClock(),
    }),
    echo: executionOf("echo"),
    fail: executionOf("fail"),
    hang: executionOf("hang"),
    isRunning: () => running,
    unknown: executionOf("constructor"),
  };
});

test("what a tool does to its inputs changes nothing that was judged", async () => {
  const tool: BuiltinTool = {
    ...base,
    name: "spoil",
    run: (inputs) => Object.assign(inputs, { line: "spoiled" }),
  };
  const executor = createInProcessExecutor({ codeOf: () => tool, clock: createManualClock() });
  const inputs = { line: "as it was" };
  const { outputs } = await executor.execute(makeRequest({ inputs }));
  expect(outputs).toEqual({ line: "spoiled" });
  expect(inputs).toEqual({ line: "as it was" });
});

test("a tool says how far it has come", async () => {
  const seen: unknown[] = [];
  const tool: BuiltinTool = {
    ...base,
    name: "count",
    run: (_inputs, { progress }) => progress({ done: 1, total: 2, message: "half" }),
  };
  const executor = createInProcessExecutor({ codeOf: () => tool, clock: createManualClock() });
  await executor.execute(makeRequest({ progress: (progress) => seen.push(progress) }));
  expect(seen).toEqual([{ done: 1, total: 2, message: "half" }]);
});
