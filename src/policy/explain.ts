import type { AppliedRule, Explanation } from "../schema/explanation.ts";
import { type Answer, askInTurn } from "./ask-cedar.ts";
import { decide, untoldOf } from "./decide.ts";
import { listOfRule } from "./lists/compile-lists.ts";
import { matchedEntries } from "./lists/matched-entries.ts";
import type { PolicyRequest } from "./policy.ts";
import { questionsUnder, type Rulebook } from "./rulebook.ts";
import { positionOf, type Rule } from "./rules/rule.ts";
import type { RuleSet } from "./rules/rule-set.ts";
import { wouldChange } from "./would-change.ts";

/** Says of a call what was decided at each level, by which rules, and what would change it. */
export function explain(book: Rulebook, request: PolicyRequest): Explanation {
  const { cedar, rulesUnder } = book;
  const set = rulesUnder(request.profile);
  const questions = questionsUnder(book, set, request);
  const decision = decide(cedar, questions);
  const answers = untoldOf(questions) === undefined ? [...askInTurn(cedar, questions)] : [];
  const forbids = answers.flatMap(({ rules }) => rules.filter(({ effect }) => effect === "forbid"));
  return {
    decision,
    levels: answers.map((answer) => levelOf(answer, set, request)),
    facts: structuredClone({
      ...Object.assign({}, ...questions.map(({ facts }) => facts)),
      ...(request.apply && { changes: request.apply.changes }),
    }) as Explanation["facts"],
    wouldChange: wouldChange(book, { request, decision, forbids: [...new Set(forbids)] }),
  };
}

function levelOf(
  { level, allowed, rules, failures }: Answer,
  set: RuleSet,
  request: PolicyRequest,
) {
  return {
    level,
    allowed: allowed && failures.length === 0,
    rules: rules.map((rule) => applied(rule, set, request)),
    errors: failures.map(({ rule, message }) => ({
      rule: rule?.id ?? "default.failed",
      message: rule ? `${positionOf(rule)}: ${message}` : message,
    })),
  };
}

/** The rule of a list names the entries by which it applies. */
function applied(rule: Rule, { lists }: RuleSet, { tool, inputs }: PolicyRequest): AppliedRule {
  const { id, effect, file, line, reason } = rule;
  const list = listOfRule(id);
  const entries = list ? matchedEntries(lists[list], tool.toolId, inputs) : [];
  const named = entries.map(({ written }) => JSON.stringify(written)).join(", ");
  return {
    id,
    effect,
    file: file.name,
    line,
    reason: named ? `${reason.slice(0, -1)}: ${named}.` : reason,
  };
}
