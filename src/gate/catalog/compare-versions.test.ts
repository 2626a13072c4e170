import { describe, expect, test } from "vitest";
import { compareVersions } from "./compare-versions.ts";

const action = (name: string, fields: readonly string[] = ["q"]) => ({
  name,
  inputSchema: {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field, { type: "string" }])),
  },
  outputSchema: null,
});
const BEFORE = { version: "1.2.3", actions: [action("a"), action("b")] };

describe("I49: a later release has moved its version as far as its actions changed", () => {
  test.each([
    ["1.2.4", BEFORE.actions, "patch", []],
    ["1.3.0", [...BEFORE.actions, action("c")], "minor", ['"c" is new']],
    ["1.3.0", [action("a", ["q", "r"]), action("b")], "minor", ['"a" takes more']],
    ["2.0.0", [action("a")], "major", ['"b" is gone']],
    ["2.0.0", [action("a", ["r"]), action("b")], "major", ['"a" breaks who calls it']],
  ] as const)("I49: %s is the least after 1.2.3", (least, actions, step, changes) => {
    expect(compareVersions(BEFORE, { version: least, actions })).toEqual({
      step,
      changes,
      least,
      problem: null,
    });
    const { problem } = compareVersions(BEFORE, { version: "1.2.3", actions });
    expect(problem).toContain(`${least} at least, and not 1.2.3`);
  });

  test("I49: further is never wrong, and what is no version is said to be none", () => {
    expect(compareVersions(BEFORE, { ...BEFORE, version: "3.0.0" }).problem).toBeNull();
    expect(compareVersions(BEFORE, { ...BEFORE, version: "new" }).problem).toContain("no version");
  });
});
