import type { EntityUidJson, PolicyJson } from "@cedar-policy/cedar-wasm/nodejs";
import { canFail } from "../cedar/can-fail.ts";
import { conditionsOf } from "../cedar/expression.ts";
import type { ToolFacts } from "../facts/tool-facts.ts";
import { referencesOf } from "../rules/references.ts";
import type { Rule } from "../rules/rule.ts";
import { simplify } from "./simplify.ts";

/**
 * A rule as it is for one tool: it comes to the same in every call, and no longer asks what the tool
 * is. Undefined where it is certain to have no effect, not even an error.
 */
export function specialise(rule: Rule, tool: ToolFacts): Rule | undefined {
  if (!scopeMayMatch(rule.json.resource, tool)) return undefined;
  if (rule.references.tool.size === 0) return rule;
  const conditions: PolicyJson["conditions"] = [];
  for (const { kind, body } of rule.json.conditions) {
    const simplified = simplify(body, tool);
    const holds = "Value" in simplified ? simplified.Value === (kind === "when") : undefined;
    // Should an earlier condition fail, that is reported, whatever this one says.
    if (holds === false && !conditions.some((earlier) => canFail(earlier.body))) return undefined;
    if (holds !== true) conditions.push({ kind, body: simplified });
  }
  if (!rule.isExact) return rule;
  const json = { ...rule.json, conditions };
  return {
    ...rule,
    key: rule.key + JSON.stringify(conditions),
    json,
    references: referencesOf(json),
    canFail: conditionsOf(json).some(canFail),
  };
}

function scopeMayMatch(scope: PolicyJson["resource"], tool: ToolFacts): boolean {
  if (scope.op === "All") return true;
  const constraint = scope.op === "is" ? scope.in : scope;
  return !constraint || !("entity" in constraint) || isEntity(constraint.entity, tool);
}

/** Tools have no parents, so `in` is `==`. */
function isEntity(entity: EntityUidJson, tool: ToolFacts): boolean {
  const { type, id } = "__entity" in entity ? entity.__entity : entity;
  return type === "Tool" && id === tool.id;
}
