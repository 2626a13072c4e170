import type { Action } from "../apply.ts";
import type { Cedar } from "../cedar/cedar.ts";
import { type ArgumentType, cedarSchema } from "../cedar/cedar-schema.ts";
import type { PolicyProblem } from "../policy-problem.ts";
import { guessTypes } from "./guess-types.ts";
import { problemAt } from "./problem-at.ts";
import { mergeReferences } from "./references.ts";
import type { Rule } from "./rule.ts";

type Types = Map<string, ArgumentType>;
type Group = { readonly types: Types; readonly actions: readonly Action[]; readonly rules: Rule[] };

const CAN_NEVER_APPLY = /policy is impossible|unable to find an applicable action/;

/**
 * Validates against the schema. Arguments of tools have no declared types, so each policy is right
 * if some types make it right.
 */
export function validateRules(cedar: Cedar, rules: readonly Rule[]): PolicyProblem[] {
  return groupByTypes(rules).flatMap(({ types, rules: group }) => {
    const problems = problemsUnder(cedar, group, types);
    return group.flatMap((rule) => {
      const found = problems.get(rule.id) ?? [];
      return found.length > 0 ? underBestTypes(cedar, rule, found) : [];
    });
  });
}

/** Rules whose guesses do not contradict each other are validated in one go. */
function groupByTypes(rules: readonly Rule[]): Group[] {
  const groups: Group[] = [];
  for (const rule of rules) {
    const guessed = guessTypes(rule);
    const actions = actionsFor(rule);
    const fits = (group: Group) =>
      group.actions === actions &&
      [...guessed].every(([name, type]) => (group.types.get(name) ?? type) === type);
    const group: Group = groups.find(fits) ?? { types: new Map(), actions, rules: [] };
    if (group.rules.length === 0) groups.push(group);
    group.rules.push(rule);
    for (const [name, type] of guessed) group.types.set(name, type);
  }
  return groups;
}

const INVOKE = ["invoke"] as const;
const EVERY_ACTION = ["invoke", "apply"] as const;

/** A rule that names no action is about calls, so it may not refer to facts about changes. */
function actionsFor({ actions }: Rule): readonly Action[] {
  return actions.size === 1 && actions.has("invoke") ? INVOKE : EVERY_ACTION;
}

/** Where the guess is wrong: one name after the other gets the type with the fewest problems. */
function underBestTypes(cedar: Cedar, rule: Rule, found: PolicyProblem[]): PolicyProblem[] {
  const types = guessTypes(rule);
  let fewest = found;
  for (const [name, guessed] of [...types]) {
    let best = guessed;
    for (const type of ["String", "Long", "Boolean"] as const) {
      const problems = problemsUnder(cedar, [rule], types.set(name, type)).get(rule.id) ?? [];
      if (problems.length === 0) return [];
      if (problems.length < fewest.length) [fewest, best] = [problems, type];
    }
    types.set(name, best);
  }
  return fewest;
}

function problemsUnder(cedar: Cedar, rules: readonly Rule[], types: Types) {
  const { text } = mergeReferences(rules.map((rule) => rule.references));
  const texts = Object.fromEntries(rules.map((rule) => [rule.id, rule.text]));
  const [first] = rules;
  const actions = first ? actionsFor(first) : INVOKE;
  const answer = cedar.validate(cedarSchema({ args: types, text, actions }), texts);
  if (answer.type === "failure") {
    return new Map(
      rules.map((rule) => [
        rule.id,
        answer.errors.map((error) => problemAt(rule.file, rule, error)),
      ]),
    );
  }
  const errors = Map.groupBy(answer.validationErrors, ({ policyId }) => policyId);
  const warnings = Map.groupBy(
    answer.validationWarnings.filter(matters),
    ({ policyId }) => policyId,
  );
  return new Map(
    rules.map((rule) => {
      const own = errors.get(rule.id) ?? warnings.get(rule.id)?.slice(0, 1) ?? [];
      return [rule.id, own.map(({ error }) => problemAt(rule.file, rule, error))];
    }),
  );
}

function matters({ error }: { error: { message: string } }): boolean {
  return CAN_NEVER_APPLY.test(error.message);
}
