import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../base/json.ts";
import { skillProtocol } from "./skill-protocol.ts";

const answered = (result: JsonValue) =>
  skillProtocol.resultOf({ result }, {} as never, {} as never);

describe("F23: what a skill answers", () => {
  test("an object without a state is the outputs of a completed run", () => {
    expect(answered({ total: 3 })).toEqual({ state: "completed", outputs: { total: 3 } });
  });

  test.each(["needs_input", "banana", "", "constructor", 7, null, { a: 1 }])(
    "the state %j is a failure that names it and lists those that exist",
    (state) => {
      const result = answered({ state, input_request: { missing_fields: ["amount"] } });
      expect(result).toMatchObject({
        state: "failed",
        error: { code: "STATE_NOT_ALLOWED" },
        mayHaveRun: true,
      });
      expect(result.error?.message).toContain(JSON.stringify(state));
      expect(result.error?.message).toContain("input_required");
    },
  );

  test.each(["done", 3, true, null, ["a"]])("%j is a failure, not a completed run", (value) => {
    expect(answered(value)).toMatchObject({
      state: "failed",
      error: { code: "OUTPUT_INVALID", message: expect.stringContaining("return an object") },
    });
  });

  test("a state may be written in capitals", () => {
    expect(answered({ state: "INPUT_REQUIRED" })).toMatchObject({ state: "input_required" });
  });
});
