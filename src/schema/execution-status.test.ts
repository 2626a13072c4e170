import { expect, test } from "vitest";
import { ExecutionStatus, executionStatusOf, taskStateOf } from "./execution-status.ts";
import { isTerminal, TaskState } from "./task-state.ts";

test("S18: states and statuses map both ways, and what is not over is blocked", () => {
  for (const state of TaskState.options) {
    const status = executionStatusOf(state);
    expect(ExecutionStatus.options).toContain(status);
    if (isTerminal(state)) expect(taskStateOf(status)).toBe(state);
    else expect(status).toBe("blocked");
  }
  expect(executionStatusOf("completed")).toBe("success");
  expect(taskStateOf("SUCCESS")).toBe("completed");
  expect(taskStateOf("odd")).toBe("failed");
});
