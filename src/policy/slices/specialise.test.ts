import { expect, test } from "vitest";
import { RiskLevel } from "../../schema/risk-level.ts";
import { makeTool } from "../../testing/make-tool.ts";
import { openCedar } from "../cedar/cedar.ts";
import { toolFactsOf } from "../facts/tool-facts.ts";
import { readRules } from "../rules/read-rules.ts";
import type { Rule } from "../rules/rule.ts";
import { team } from "../testing/open-policy.ts";
import { specialise } from "./specialise.ts";

const cedar = openCedar();

/** For LOW, MED, HIGH and CRITICAL: what is left to ask, "yes" if nothing, "no" if it cannot apply. */
function left(text: string): string[] {
  return RiskLevel.options.map((riskLevel) => {
    const tool = makeTool({ riskLevel, sideEffectTags: riskLevel === "HIGH" ? ["payments"] : [] });
    const rule = specialise(ruleOf(text), toolFactsOf(tool));
    if (!rule) return "no";
    const [first, ...others] = rule.json.conditions;
    if (!first) return "yes";
    expect(others).toEqual([]);
    expect(rule.references.tool.size).toBe(0);
    return [...rule.references.context].join();
  });
}

function ruleOf(text: string): Rule {
  const [rule] = readRules(cedar, team(text)).rules;
  if (!rule) throw new Error(`Not a rule: ${text}`);
  return rule;
}

test.each([
  { condition: "resource.risk < 2", is: "yes yes no no" },
  { condition: "resource.risk <= 2", is: "yes yes yes no" },
  { condition: "resource.risk > 2", is: "no no no yes" },
  { condition: "resource.risk >= 2", is: "no no yes yes" },
  { condition: "resource.risk == 2", is: "no no yes no" },
  { condition: "resource.risk != 2", is: "yes yes no yes" },
  { condition: "!(resource.risk == 2)", is: "yes yes no yes" },
  { condition: "[1, 3].contains(resource.risk)", is: "no yes no yes" },
  { condition: 'resource.effects.contains("payments")', is: "no no yes no" },
  { condition: 'resource.effects.containsAny(["payments", "x"])', is: "no no yes no" },
  { condition: '["payments", "x"].containsAll(resource.effects)', is: "yes yes yes yes" },
  { condition: 'resource.effects.containsAll(["payments", "x"])', is: "no no no no" },
  { condition: 'resource.id like "builtin:*:look"', is: "yes yes yes yes" },
  { condition: 'resource == Tool::"builtin:eyes:look"', is: "yes yes yes yes" },
  { condition: 'resource != Tool::"other"', is: "yes yes yes yes" },
  { condition: 'resource in [Tool::"a", Tool::"b"]', is: "no no no no" },
  { condition: "if resource.risk == 2 then context.dry_run else false", is: "no no dry_run no" },
  { condition: "resource.risk == 2 && context.dry_run", is: "no no dry_run no" },
  { condition: "context.dry_run && resource.risk == 2", is: "no no dry_run no" },
  { condition: "resource.risk == 2 || context.dry_run", is: "dry_run dry_run yes dry_run" },
  { condition: "context.dry_run || resource.risk == 2", is: "dry_run dry_run yes dry_run" },
  // What fails is told, and not hidden by what comes after it.
  {
    condition: "context.approval_level + 1 > 1 && resource.risk == 2",
    is: "approval_level approval_level approval_level approval_level",
  },
])("$condition comes to $is", ({ condition, is }) => {
  const found = left(`permit (principal, action, resource) when { ${condition} };`);
  expect(found.join(" ")).toBe(is);
});

test.each([
  { scope: "resource", is: "yes" },
  { scope: "resource is Tool", is: "yes" },
  { scope: 'resource == Tool::"builtin:eyes:look"', is: "yes" },
  { scope: 'resource in Tool::"builtin:eyes:look"', is: "yes" },
  { scope: 'resource is Tool in Tool::"builtin:eyes:look"', is: "yes" },
  { scope: 'resource == Tool::"builtin:eyes:lookout"', is: "no" },
  { scope: 'resource in Tool::"builtin:eyes"', is: "no" },
  { scope: 'resource is Tool in Tool::"x"', is: "no" },
])("A100: the scope `$scope`: $is", ({ scope, is }) => {
  expect(left(`permit (principal, action, ${scope});`)[0]).toBe(is);
});

test("a condition after one that can fail is kept", () => {
  const text = `permit (principal, action, resource)
    when { context.approval_level + 1 > 1 } unless { resource.risk == 0 };`;
  const kept = specialise(ruleOf(text), toolFactsOf(makeTool()))?.json.conditions;
  expect(kept).toHaveLength(2);
});

test("a pattern with a literal star is left to Cedar", () => {
  const text = `permit (principal, action, resource) when { resource.id like "builtin:\\*:look" };`;
  expect(specialise(ruleOf(text), toolFactsOf(makeTool()))?.json.conditions).toHaveLength(1);
});

test("numbers that JSON rounds are left to Cedar", () => {
  const text = `permit (principal, action, resource)
    when { resource.risk == 0 && context.approval_level < 9223372036854775807 };`;
  const rule = ruleOf(text);
  expect(specialise(rule, toolFactsOf(makeTool()))).toBe(rule);
});
