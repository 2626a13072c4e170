import { expect, test } from "vitest";
import { riskRank } from "./risk-level.ts";

test.each([
  { level: "LOW", rank: 0 },
  { level: "MED", rank: 1 },
  { level: "HIGH", rank: 2 },
  { level: "CRITICAL", rank: 3 },
] as const)("$level is $rank, the number that policies compare", ({ level, rank }) => {
  expect(riskRank(level)).toBe(rank);
});
