import { describe, expect, test } from "vitest";
import { described } from "../../../test/described.ts";
import type { BuiltinCapability } from "../../ports/builtin-capability.ts";
import { sandbox } from "./coming-soon.ts";

const shown = ({ id, name, icon, category }: BuiltinCapability) => [id, name, icon, category];

test("E23: sandbox is announced, with a prompt that names execute_code", () => {
  expect(shown(sandbox)).toEqual(["sandbox", "Sandbox", "box", "Execution"]);
  expect(sandbox.systemPrompt).toMatch(/safely.*execute_code/);
});

describe.each([sandbox])("$id", (announced) => {
  test("E8, X26: is described as coming soon, and has no tools", () => {
    const { capability, tools } = described(announced);
    expect(capability).toMatchObject({ status: "coming_soon", tools: [] });
    expect(capability.description).not.toBe("");
    expect(tools).toEqual([]);
  });
});
