import { expect, test } from "vitest";
import { CapstanError, ERROR_CODES, type ErrorCode, isConflict } from "./errors.ts";

const codes = Object.entries(ERROR_CODES) as [ErrorCode, (typeof ERROR_CODES)[ErrorCode]][];

test.each(codes)("X20: %s has a sentence, a status and says whether to retry", (code, entry) => {
  expect(entry.when).toMatch(/^[A-Z].+\.$/);
  const error = new CapstanError(code, "Why.");
  expect(error).toMatchObject({ code, status: entry.status, retryable: entry.retryable });
  expect(entry.status).toBeGreaterThanOrEqual(400);
  expect(entry.status).toBeLessThan(600);
});

test("X20: what leaves the process is code, message and retryable, and never a stack or a cause", () => {
  const error = new CapstanError("TOOL_TIMED_OUT", "It took too long.", {
    cause: new Error("connect ECONNREFUSED /root/secret"),
  });
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    code: "TOOL_TIMED_OUT",
    message: "It took too long.",
    retryable: true,
  });
});

test("X20: details are part of it when there are any", () => {
  const error = new CapstanError("REQUEST_INVALID", '"name" is missing.', {
    details: { field: "name" },
  });
  expect(error.toJSON()).toEqual({
    code: "REQUEST_INVALID",
    message: '"name" is missing.',
    retryable: false,
    details: { field: "name" },
  });
});

test("the cause is kept for the log", () => {
  const cause = new Error("disk full");
  const error = new CapstanError("STORE_UNAVAILABLE", "The database did not answer.", { cause });
  expect(error).toBeInstanceOf(Error);
  expect(error.cause).toBe(cause);
});

test.each([
  { error: new CapstanError("STATE_CONFLICT", "Read again."), expected: true },
  { error: new CapstanError("APPROVAL_NOT_PENDING", "Denied."), expected: false },
  { error: { code: "STATE_CONFLICT" }, expected: false },
  { error: undefined, expected: false },
])("isConflict is $expected for $error", ({ error, expected }) => {
  expect(isConflict(error)).toBe(expected);
});
