import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/json.ts";
import { versionStep } from "./version-step.ts";

const text = { type: "string" };
const action = (
  name: string,
  properties: JsonObject = { q: text },
  required: string[] = ["q"],
) => ({
  name,
  inputSchema: { type: "object", properties, required },
  outputSchema: null,
});

describe("I49, X25: the set of actions decides the version", () => {
  test.each([
    ["a new action", "minor", [action("a"), action("b")]],
    ["an action that is gone", "major", []],
    ["an action under another name", "major", [action("b")]],
    ["a new field that may be left out", "minor", [action("a", { q: text, r: text })]],
    ["a new field that must be given", "major", [action("a", { q: text, r: text }, ["q", "r"])]],
    ["a field that is gone", "major", [action("a", {}, [])]],
    ["a field of another type", "major", [action("a", { q: { type: "number" } })]],
    ["a field that may be left out now", "patch", [action("a", { q: text }, [])]],
    ["other words about a field", "patch", [action("a", { q: { ...text, description: "new" } })]],
    ["fewer choices", "major", [action("a", { q: { ...text, enum: ["x"] } })]],
    ["nothing", "patch", [action("a")]],
    ["another output", "major", [{ ...action("a"), outputSchema: { type: "object" } }]],
  ] as const)("I49: %s is %s", (_what, step, after) => {
    expect(versionStep([action("a")], after)).toBe(step);
  });

  test("I49: more choices than before break nobody", () => {
    const before = action("a", { q: { ...text, enum: ["x"] } });
    expect(versionStep([before], [action("a", { q: { ...text, enum: ["x", "y"] } })])).toBe(
      "patch",
    );
    expect(versionStep([before], [action("a", { q: text })])).toBe("patch");
  });
});
