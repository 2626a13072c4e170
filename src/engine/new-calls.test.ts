import { expect, test } from "vitest";
import { rememberNew, takeNew } from "./new-calls.ts";

const call = { id: "inv_1", toolId: "builtin:noop:noop", name: "noop", input: {} };

test("S40: a call is new once, in the process that named it, and never when it was read again", () => {
  expect(takeNew(call)).toBe(false);
  rememberNew([call]);
  expect(takeNew({ ...call })).toBe(false);
  expect(takeNew(call)).toBe(true);
  expect(takeNew(call)).toBe(false);
});
