import type { Cedar } from "./cedar/cedar.ts";
import type { Question } from "./question.ts";
import { type Rule, standsAtEveryLevel } from "./rules/rule.ts";

/** 0: nobody has approved the call, 1: a user has, 2: an admin has. */
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
export function askAsNeeded(cedar: Cedar, question: Question): Answer[] {
  const { slice } = question;
  const answers: Answer[] = [];
  for (const level of LEVELS) {
    const answer = askCedar(cedar, question, level);
    answers.push(answer);
    // Where a rule can fail, it may do so at another level only, and that denies as well.
    if (!slice.canFail && (answer.allowed || answer.rules.some(standsAtEveryLevel))) break;
  }
  return answers;
}

export function askCedar(cedar: Cedar, { slice, request }: Question, level: Level): Answer {
  const context = slice.references.context.has("approval_level")
    ? { ...request.context, approval_level: level }
    : request.context;
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
