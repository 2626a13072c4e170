import { expect, test } from "vitest";
import { described } from "../../../test/described.ts";
import { noop } from "./noop.ts";

test("E15: noop is available, adds no prompt and has no tools", () => {
  const { capability, tools } = described(noop);
  expect(capability).toMatchObject({ id: "noop", status: "available", tools: [] });
  expect(capability.systemPrompt).toBeUndefined();
  expect(tools).toEqual([]);
});
