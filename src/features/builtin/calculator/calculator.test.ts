import fc from "fast-check";
import { expect, test } from "vitest";
import { described } from "../../../../test/described.ts";
import { runs } from "../../../../test/runs.ts";
import { capabilityContract } from "../../../testing/capability-contract.ts";
import { runBuiltin } from "../../../testing/run-builtin.ts";
import { calculator } from "./calculator.ts";

const calculate = (expression: string) => runBuiltin(calculator, "calculate", { expression });

capabilityContract(calculator, [
  { tool: "calculate", inputs: { expression: "2 + 3" }, gives: { result: 5 } },
  { tool: "calculate", inputs: { expression: "1 / 0" }, fails: "Division by zero" },
]);

test("calculator is one tool that only works something out", () => {
  expect(described(calculator).tools).toMatchObject([
    { toolId: "builtin:calculator:calculate", riskLevel: "LOW", behaviour: { readOnly: true } },
  ]);
});

test.each([
  ["(3+4)*5", 35],
  ["7 * 8 - 2", 54],
  ["2 + 3 * 4", 14],
  ["10 - 4 - 3", 3],
  ["100 / 10 / 2", 5],
  ["15% of 240", 36],
  ["15% * 240", 36],
  ["50% of 50% of 200", 50],
  ["10% + 5%", 0.15],
  ["2 ^ 10", 1_024],
  ["2 ** 3 ** 2", 512],
  ["-2^2", -4],
  ["(-2)^2", 4],
  ["2^-2", 0.25],
  ["--3", 3],
  ["sqrt(144)", 12],
  ["√(2.25)", 1.5],
  ["sqrt(2)^2", 2],
  ["cbrt(27)", 3],
  ["8^(1/3)", 2],
  ["17 mod 5", 2],
  ["-1 mod 3", 2],
  ["abs(-3) + round(2.5) + floor(2.9) + ceil(2.1)", 11],
  ["0.1 + 0.2 - 0.3", 0],
  [".5 × 4 ÷ 2 − 1", 0],
  ["1e3 + 1", 1_001],
  ["10 / 3", 3.33333333333333],
  ["1^100000", 1],
  ["0 * 5", 0],
  ["2 * pi", 6.28318530717959],
])("%s is %d", async (expression, result) => {
  expect(await calculate(expression)).toEqual({ result });
});

test("what a number cannot hold comes with all its digits", async () => {
  const [result, exact] = [1.2157665459056929e19, "12157665459056928801"];
  expect(await calculate("3^40")).toEqual({ result, exact });
  expect(await calculate("2^53 + 1 - 2^53")).toEqual({ result: 1 });
});

test.each([
  ["1 / 0", "Division by zero has no answer."],
  ["0^-1", "Division by zero has no answer."],
  ["5 mod 0", "Division by zero has no answer."],
  ["9^9^9", "too large"],
  ["10^400", "too large"],
  ["1e9999", "too large"],
  ["10^-400", "too small"],
  ["sqrt(-1)", "A negative number has no square root."],
  ["(-8)^0.5", "no answer among the real numbers"],
  ["2(3)", 'no sign between "2" and "("'],
  ["2 3", 'no sign between "2" and "3"'],
  ["(1)(2)", "no sign between"],
  ["17 % 5", 'Write "17 mod 5"'],
  ["200 + 10%", "A percentage of what?"],
  ["3 +", "ends too early"],
  ["", "ends too early"],
  ["(1 + 2", "not closed"],
  ["1 + 2)", '")" is not expected there.'],
  ["* 3", '"*" is not a number.'],
  ["banana + 1", '"banana" is not a number.'],
  ["sqrt 4", "Write sqrt(…)."],
  ["constructor(1)", '"constructor" is not a number.'],
  ["1; 2", '"; 2" is no part of a calculation.'],
  ["(".repeat(400), "nested too deeply"],
  ["-".repeat(400), "nested too deeply"],
])("%s is told in words: %s", async (expression, message) => {
  await expect(async () => calculate(expression)).rejects.toThrow(message);
});

test("whole numbers come out as they do with whole numbers", async () => {
  const whole = fc.integer({ min: -1_000_000, max: 1_000_000 });
  await fc.assert(
    fc.asyncProperty(whole, whole, whole, async (a, b, c) => {
      expect(await calculate(`(${a}) * (${b}) - (${c})`)).toEqual({ result: a * b - c + 0 });
    }),
    runs(100, 1_000),
  );
});

test("no text makes it hang or fail without words", async () => {
  const piece = fc.constantFrom(..."0123456789.+-*/^%() esqrtpimod,√".split(""));
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, fc.string()), async (expression) => {
      const made = await calculate(expression).catch((error: unknown) => error);
      if (made instanceof Error) expect(made.message).toMatch(/^[A-Z"].*\.$/s);
      else expect(made).toMatchObject({ result: expect.any(Number) });
    }),
    runs(200, 2_000),
  );
});
