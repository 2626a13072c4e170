import type { Decision } from "../schema/decision.ts";
import { askAsNeeded } from "./ask-cedar.ts";
import type { Cedar } from "./cedar/cedar.ts";
import { decisionOf } from "./decision-of.ts";
import type { Question } from "./question.ts";

export function decide(cedar: Cedar, questions: readonly Question[]): Decision {
  const untold = untoldOf(questions);
  if (untold !== undefined) return { effect: "deny", rule: "facts.untold", reason: untold };
  return decisionOf(askAsNeeded(cedar, questions));
}

export function untoldOf(questions: readonly Question[]): string | undefined {
  return questions.find(({ untold }) => untold !== undefined)?.untold;
}
