import { createBoundedMap } from "../../base/bounded-map.ts";
import { sha256 } from "../../base/digest.ts";
import type { Action } from "../apply.ts";
import type { Cedar, Policies } from "../cedar/cedar.ts";
import type { ToolFacts } from "../facts/tool-facts.ts";
import { compileLists } from "../lists/compile-lists.ts";
import { listsFor } from "../lists/permission-lists.ts";
import { refuseProblems } from "../policy-problem.ts";
import { readRules } from "../rules/read-rules.ts";
import { mergeReferences, type References } from "../rules/references.ts";
import type { Rule } from "../rules/rule.ts";
import type { RuleSet } from "../rules/rule-set.ts";
import { specialise } from "./specialise.ts";

/** The rules about an action that can matter for a tool: with them alone every decision is as with all. */
export type Slice = {
  /** Equal for slices of equal rules. */
  readonly id: string;
  readonly action: Action;
  /** In the order in which they are named when several decide. */
  readonly rules: ReadonlyMap<string, Rule>;
  readonly policies: Policies;
  readonly references: References;
  readonly canFail: boolean;
};

export type Slicer = (tool: ToolFacts, action: Action) => Slice;

/** Two for a tool that changes files. */
const MAX_TOOLS = 4_000;
const MAX_SLICES = 256;

/** Slices a set by tool, and remembers. Tools for which the same rules matter share a slice. */
export function createSlicer(cedar: Cedar, set: RuleSet): Slicer {
  const byTool = createBoundedMap<string, Slice>(MAX_TOOLS);
  const byRules = createBoundedMap<string, Slice>(MAX_SLICES);
  return (tool, action) => {
    const key = action + JSON.stringify(tool);
    const known = byTool.get(key);
    if (known) return known;
    const rules = rulesFor(cedar, set, tool, action);
    const slice = byRules.get(idOf(rules, action)) ?? sliceOf(rules, action);
    byTool.set(key, slice);
    byRules.set(slice.id, slice);
    return slice;
  };
}

export function sliceFor(cedar: Cedar, set: RuleSet, tool: ToolFacts, action: Action): Slice {
  return sliceOf(rulesFor(cedar, set, tool, action), action);
}

function rulesFor(cedar: Cedar, set: RuleSet, tool: ToolFacts, action: Action): Rule[] {
  const listed = readRules(cedar, compileLists(listsFor(set.lists, tool.id)));
  // A list that went missing would deny nothing.
  refuseProblems(listed.problems);
  const all = [...set.shipped, ...listed.rules, ...set.owned];
  const about = all.filter(({ actions }) => actions.has(action));
  return about.flatMap((rule) => specialise(rule, tool) ?? []);
}

function sliceOf(rules: readonly Rule[], action: Action): Slice {
  return {
    id: idOf(rules, action),
    action,
    rules: new Map(rules.map((rule) => [rule.id, rule])),
    policies: Object.fromEntries(
      rules.map(({ id, isExact, json, text }) => [id, isExact ? json : text]),
    ),
    references: mergeReferences(rules.map((rule) => rule.references)),
    canFail: rules.some((rule) => rule.canFail),
  };
}

function idOf(rules: readonly Rule[], action: Action): string {
  return sha256([action, ...rules.map(({ key }) => key)].join("\n"));
}
