import { expect, test } from "vitest";
import { makeContext } from "../testing/fixtures.ts";
import { Context } from "./context.ts";

test("S23: a summary has 10 000 characters at most", () => {
  const takes = (length: number) =>
    Context.safeParse(makeContext({ summary: "x".repeat(length) })).success;
  expect([10_000, 10_001].map(takes)).toEqual([true, false]);
});
