import { expect, test } from "vitest";
import { cpuMs } from "../../../../test/cpu-ms.ts";
import { readArithmetic } from "./read-arithmetic.ts";

test.each([
  ["(3+4)*5", "(3 + 4) * 5"],
  ["what's 15% of 240", "15% of 240"],
  ["15 percent of 240?", "15% of 240"],
  ["20% off 50", "(100 - 20)% of 50"],
  ["add 5 and 7 and 9", "5 + 7 + 9"],
  ["add 5, 7, and 9", "5 + 7 + 9"],
  ["add 3 to 10", "10 + 3"],
  ["Hello! Could you add 3 and 4 for me", "3 + 4"],
  ["the sum of -4 and 9", "(-4) + 9"],
  ["what is 2 to the power of 10", "2 ^ 10"],
  ["what is the square root of 144", "sqrt(144)"],
  ["sqrt(16) + 1", "sqrt(16) + 1"],
  ["cube root of 27", "cbrt(27)"],
  ["7 times 8 minus 2", "7 * 8 - 2"],
  ["17 times 23 plus 4", "17 * 23 + 4"],
  ["half of 90", "1/2 * 90"],
  ["twice 21", "2 * 21"],
  ["12 / 4", "12 / 4"],
  ["8 x 9", "8 * 9"],
  ["8x9", "8 * 9"],
  ["1,250 / 5", "1250 / 5"],
  ["six times seven", "6 * 7"],
  ["six and a half times two", "6.5 * 2"],
  ["twenty-one plus two hundred and five", "21 + 205"],
  ["12 squared", "12^2"],
  ["-3 * -4", "-3 * -4"],
  ["subtract 3 from 10", "10 - 3"],
  ["take 15 away from 100", "100 - 15"],
  ["divide 144 by 12", "144 / 12"],
  ["multiply 3 + 4 by 5", "(3 + 4) * 5"],
  ["the difference between 19 and 88", "88 - 19"],
  ["the average of 3, 4 and 8", "(3 + 4 + 8) / 3"],
  ["calculate 17 * 23", "17 * 23"],
  ["What is 17 times 23?", "17 * 23"],
  ["2+2=", "2 + 2"],
  ["17 mod 5", "17 mod 5"],
  ["1/0", "1 / 0"],
])("S3: %s is %s", (text, expression) => {
  expect(readArithmetic(text)).toEqual({ expression, refersBack: false });
});

test("S3: what is shared among people is divided", () => {
  expect(readArithmetic("split 96 between 8 people")?.expression).toBe("96 / 8");
});

test.each([
  ["now double that", "2 * that"],
  ["multiply that by 3", "that * 3"],
  ["it plus 1", "that + 1"],
  ["now take away 2", "that - 2"],
  ["add 5", "that + 5"],
  ["times 3", "that * 3"],
])("S3: %s goes on from the result before", (text, expression) => {
  expect(readArithmetic(text)).toEqual({ expression, refersBack: true });
});

test.each([
  "5",
  "what is 5",
  "add butter to it",
  "what is 5 plus banana",
  "7 + 8 and 9 * 3",
  "the sum of 3 and 4 times 2",
  "divide 4 and 2",
  "100 / half of 4",
  "100 / 5% of 20",
  "3 +",
  "(3 + 4",
  "convert 10 miles to km",
  "2026-11-16",
  "12/31/2026",
  "10:30 + 1",
  "$5 + $3",
  "3,5 + 1",
  "half an hour",
  "is 7 a prime number",
  "it",
  "",
])("S3: %j is no calculation, or an unclear one", (text) => {
  expect(readArithmetic(text)).toBeUndefined();
});

test("S3: a text of any length is read soon", () => {
  for (const part of ["(", "1+", "and ", "half ", "ok ", "? ", "twenty ", "1,000", " "]) {
    const before = cpuMs();
    for (const length of [490, 100_000]) readArithmetic(part.repeat(length / part.length));
    expect(cpuMs() - before).toBeLessThan(200);
  }
});
