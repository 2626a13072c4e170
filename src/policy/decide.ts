import type { Decision } from "../schema/decision.ts";
import { askAsNeeded } from "./ask-cedar.ts";
import type { Cedar } from "./cedar/cedar.ts";
import { decisionOf } from "./decision-of.ts";
import type { Question } from "./question.ts";

export function decide(cedar: Cedar, question: Question): Decision {
  if (question.untold !== undefined) {
    return { effect: "deny", rule: "facts.untold", reason: question.untold };
  }
  return decisionOf(askAsNeeded(cedar, question));
}
