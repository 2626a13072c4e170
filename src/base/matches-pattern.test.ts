import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cpuMs } from "../../test/cpu-ms.ts";
import { runs } from "../../test/runs.ts";
import { matchesPattern } from "./matches-pattern.ts";

describe("a tool pattern", () => {
  test.each([
    ["*", ""],
    ["*", "mcp:github:create_issue"],
    ["mcp:github:create_issue", "mcp:github:create_issue"],
    ["mcp:github:*", "mcp:github:create_issue"],
    ["mcp:github:*", "mcp:github:"],
    ["*:create_issue", "mcp:github:create_issue"],
    ["mcp:*:create_*", "mcp:github:create_issue"],
    ["**", "a"],
    ["a*a*a", "aaa"],
    ["a*bc", "abcbc"],
    ["a**b", "ab"],
    ["*a*", "*a"],
  ])("%j covers %j", (pattern, toolId) => {
    expect(matchesPattern(pattern, toolId)).toBe(true);
  });

  test.each([
    ["", "a"],
    ["a", ""],
    ["mcp:github:*", "mcp:github"],
    ["mcp:github:*", "mcp:gitlab:create_issue"],
    ["mcp:github", "mcp:github:create_issue"],
    ["github:*", "mcp:github:create_issue"],
    ["a*a*a", "aa"],
    ["a*bc", "abcb"],
    ["mcp.github", "mcp:github"],
    ["mcp:g?thub", "mcp:github"],
    ["[a-z]", "a"],
    ["MCP:*", "mcp:github"],
  ])("%j does not cover %j", (pattern, toolId) => {
    expect(matchesPattern(pattern, toolId)).toBe(false);
  });

  test("agrees with the regular expression that it avoids", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "*", ":"), maxLength: 8 });
    fc.assert(
      fc.property(letters, letters, (pattern, toolId) => {
        const same = new RegExp(`^${pattern.replaceAll("*", ".*")}$`);
        expect(matchesPattern(pattern, toolId)).toBe(same.test(toolId));
      }),
      runs(500, 2_000),
    );
  });

  test("A108: a hostile pattern takes no time", () => {
    const started = cpuMs();
    expect(matchesPattern(`${"a*".repeat(500)}b`, "a".repeat(1_000))).toBe(false);
    expect(cpuMs() - started).toBeLessThan(100);
  });
});
