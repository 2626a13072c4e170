import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonObject } from "../base/json.ts";
import type { BuiltinCapability, BuiltinTool } from "../features/builtin-capability.ts";
import { runBuiltin } from "./run-builtin.ts";

/** One call of a tool, and what has to come out of it. */
export type CapabilityCase = {
  readonly tool: string;
  readonly inputs: JsonObject;
  readonly config?: JsonObject;
  /** What the outputs must at least hold. */
  readonly gives?: JsonObject;
  /** What the message of the failure must hold. */
  readonly fails?: string;
};

/**
 * What every capability owes those who put it on an agent. Its author's test calls this once, with
 * at least one case for each tool.
 */
export function capabilityContract(
  capability: BuiltinCapability,
  cases: readonly CapabilityCase[],
): void {
  const { id, name, description, tools = [] } = capability;
  const toolNames = tools.map((tool) => tool.name);

  describe(`${id} honours the capability contract`, () => {
    test("E13: it says what it is", () => {
      expect(id).toMatch(/^[a-z][a-z0-9_]{0,127}$/);
      for (const text of [name, description]) expect(text.trim()).not.toBe("");
    });

    test("its tools have names of their own, and say what they do", () => {
      expect(toolNames).toEqual([...new Set(toolNames)]);
      for (const tool of tools) {
        expect(tool.name).toMatch(/^[a-zA-Z][a-zA-Z0-9_.-]{0,63}$/);
        expect(tool.description.length).toBeGreaterThan(10);
      }
    });

    test("its tools take an object, and say whether more than that may be sent", () => {
      for (const { inputSchema } of tools) {
        expect(inputSchema).toMatchObject({ type: "object" });
        expect(inputSchema).toHaveProperty("additionalProperties");
      }
    });

    test("its examples have only inputs as slots", () => {
      for (const tool of tools) {
        const slots = (tool.examples ?? []).flatMap(
          (text) => text.match(/(?<=\{)\w+(?=\})/g) ?? [],
        );
        expect(inputsOf(tool)).toEqual(expect.arrayContaining(slots));
      }
    });

    test("what changes nothing is not called risky, and what has effects is not called read-only", () => {
      for (const { behaviour, sideEffectTags = [], riskLevel } of tools) {
        const reads = (tag: string) =>
          /read$|^network\.|^display$|^system\.(env|hardware)$/.test(tag);
        if (behaviour?.readOnly) expect(sideEffectTags.filter((tag) => !reads(tag))).toEqual([]);
        if (riskLevel === "LOW") expect(sideEffectTags.filter((tag) => !reads(tag))).toEqual([]);
      }
    });

    test("every tool has a case", () => {
      expect([...new Set(cases.map(({ tool }) => tool))].sort()).toEqual(toolNames.toSorted());
    });

    test.each(cases)("$tool $inputs", async ({ tool, inputs, config = {}, gives = {}, fails }) => {
      const outputs = runBuiltin(capability, tool, inputs, { config });
      if (fails === undefined) expect(await outputs).toMatchObject(gives);
      else await expect(outputs).rejects.toThrow(fails);
    });
  });
}

function inputsOf({ inputSchema: { properties } }: Pick<BuiltinTool, "inputSchema">): string[] {
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
