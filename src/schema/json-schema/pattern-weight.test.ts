import { expect, test } from "vitest";
import { patternWeight } from "./pattern-weight.ts";

test.each([
  ["abc", 3],
  ["a{3}", 3],
  ["a{2,30}", 30],
  ["a{2,}", 2],
  ["[a-z]{4}", 4],
  ["[{5}\\]]{4}", 4],
  ["\\{5}", 3],
  ["\\p{L}{7}", 7],
  ["(ab){10}", 30],
  ["(?:(a{10}){10}){10}", 1_110],
  ["(?<name>a){5}", 10],
  ["(((a", 1],
  ["))", 2],
])("the weight of %s is %i", (pattern, weight) => {
  expect(patternWeight(pattern)).toBe(weight);
});
