import { expect, test } from "vitest";
import { CapstanError } from "../base/errors.ts";
import { describeError } from "./describe-error.ts";

test("a model that did not answer is one line of the log; any other error says where it came from", () => {
  const cause = new Error("connection refused");
  const model = new CapstanError("MODEL_FAILED", "It did not answer.", { cause });
  expect(describeError(model)).toBe("It did not answer. [MODEL_FAILED]");
  const other = new CapstanError("STORE_CORRUPT", "A record is missing.", { cause });
  expect(describeError(other)).toMatch(/A record is missing\.[\s\S]+Caused by: Error: connection/);
});
