import type { Cedar } from "./cedar/cedar.ts";
import type { Question } from "./question.ts";
import { type Rule, standsAtEveryLevel } from "./rules/rule.ts";

/** Levels of approval of the call, or of its changes: 0 none, 1 a user's, 2 an admin's. */
export const LEVELS = [0, 1, 2] as const;
export type Level = (typeof LEVELS)[number];

/** What Cedar says of a call at one level of approval. */
export type Answer = {
  readonly level: Level;
  readonly allowed: boolean;
  /** The rules that make it so, in the order of the slice. */
  readonly rules: readonly Rule[];
  readonly failures: readonly Failure[];
};

/** An evaluation that failed; without a rule it is the question itself that Cedar refused. */
export type Failure = { readonly rule: Rule | undefined; readonly message: string };

/** Asks at each level in turn, as far as it can matter for the decision. */
export function askAsNeeded(cedar: Cedar, questions: readonly Question[]): Answer[] {
  const canFail = questions.some(({ slice }) => slice.canFail);
  const answers: Answer[] = [];
  for (const answer of askInTurn(cedar, questions)) {
    answers.push(answer);
    // Where a rule can fail, it may do so at another level only, and that denies as well.
    if (!canFail && (answer.allowed || answer.rules.some(standsAtEveryLevel))) break;
  }
  return answers;
}

/** Asks at every level. Several questions are allowed where each of them is. */
export function* askInTurn(cedar: Cedar, questions: readonly Question[]): Generator<Answer> {
  let below: readonly Answer[] = [];
  for (const level of LEVELS) {
    const answers = questions.map((question) => askCedar(cedar, question, level));
    yield joined(level, answers, below);
    below = answers;
  }
}

/** Names what stands in the way, or what lifts that which stood in the way at the level below. */
function joined(level: Level, answers: readonly Answer[], below: readonly Answer[]): Answer {
  const [only, ...others] = answers;
  if (only && others.length === 0) return only;
  const refusing = answers.filter(({ allowed }) => !allowed);
  const lifted = answers.filter((_, index) => below[index]?.allowed === false);
  const [telling = answers] = [refusing, lifted].filter((some) => some.length > 0);
  const rules = new Map(telling.flatMap((one) => one.rules).map((rule) => [rule.id, rule]));
  return {
    level,
    allowed: refusing.length === 0,
    rules: [...rules.values()],
    failures: answers.flatMap(({ failures }) => failures),
  };
}

export function askCedar(cedar: Cedar, question: Question, level: Level): Answer {
  const { slice, request, answered } = question;
  const asksFor = slice.references.context;
  const context = {
    ...request.context,
    ...(asksFor.has("approval_level") && { approval_level: level === 0 ? answered : level }),
    ...(asksFor.has("changes_seen") && { changes_seen: level > 0 }),
  };
  const answer = cedar.authorize(slice.policies, { ...request, context });
  if (answer.type === "failure") {
    const failures = answer.errors.map(({ message }) => ({ rule: undefined, message }));
    return { level, allowed: false, rules: [], failures };
  }
  const { decision, diagnostics } = answer.response;
  const determining = new Set(diagnostics.reason);
  const errors = new Map(diagnostics.errors.map(({ policyId, error }) => [policyId, error]));
  // Cedar names several in no certain order, and the same question has one answer.
  const rules = [...slice.rules.values()];
  return {
    level,
    allowed: decision === "allow",
    rules: rules.filter((rule) => determining.has(rule.id)),
    failures: rules.flatMap((rule) => {
      const error = errors.get(rule.id);
      return error ? [{ rule, message: error.message }] : [];
    }),
  };
}
