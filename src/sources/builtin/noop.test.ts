import { expect, test } from "vitest";
import { describeBuiltin } from "./describe-builtin.ts";
import { noop } from "./noop.ts";

test("E15: noop is available, adds no prompt and has no tools", () => {
  const { capability, tools } = describeBuiltin(noop);
  expect(capability).toMatchObject({ id: "noop", status: "available", tools: [] });
  expect(capability.systemPrompt).toBeUndefined();
  expect(tools).toEqual([]);
});
