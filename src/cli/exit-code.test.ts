import { expect, test } from "vitest";
import { ERROR_CODES, type ErrorCode } from "../base/errors.ts";
import { TaskState } from "../schema/task-state.ts";
import { exitCodeOfError, exitCodeOfState } from "./exit-code.ts";

test("exit codes of states are pinned", () => {
  expect(Object.fromEntries(TaskState.options.map((it) => [it, exitCodeOfState(it)]))).toEqual({
    pending: 0,
    in_progress: 0,
    completed: 0,
    failed: 1,
    timeout: 1,
    blocked: 4,
    escalated: 1,
    input_required: 3,
    delegating: 3,
    paused: 3,
  });
});

test("a state from a newer server never counts as done", () => {
  expect(exitCodeOfState("dreaming")).toBe(1);
  expect(exitCodeOfState("constructor")).toBe(1);
});

test.each<[ErrorCode, number]>([
  ["JSON_INVALID", 2],
  ["REQUEST_INVALID", 2],
  ["INPUT_INVALID", 2],
  ["CAPABILITY_UNKNOWN", 2],
  ["PACK_INVALID", 1],
  ["SKILL_INVALID", 1],
  ["VERSION_TOO_LOW", 1],
  ["POLICY_INVALID", 1],
  ["POLICY_DENIED", 4],
  ["APPROVAL_DENIED", 4],
  ["APPROVAL_EXPIRED", 4],
  ["SCOPE_MISSING", 4],
  ["TOOL_NOT_FOUND", 1],
  ["UNAUTHENTICATED", 1],
  ["STATE_CONFLICT", 1],
  ["SERVER_UNREACHABLE", 1],
])("F32: %s exits %i", (code, exit) => {
  expect(exitCodeOfError(code, ERROR_CODES[code].status)).toBe(exit);
});
