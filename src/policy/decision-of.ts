import type { Decision } from "../schema/decision.ts";
import type { Answer, Failure } from "./ask-cedar.ts";
import { ALLOW_LIST_RULE } from "./permissions.ts";
import { positionOf, type Rule, standsAtEveryLevel } from "./rules/rule.ts";

const EFFECTS = ["allow", "ask", "ask_admin"] as const;

/** The effect follows from the first level at which the call is allowed; no rule states it. */
export function decisionOf(answers: readonly Answer[]): Decision {
  const [failure] = answers.flatMap(({ failures }) => failures);
  if (failure) return denyFailure(failure);

  const first = answers.findIndex(({ allowed }) => allowed);
  const effect = EFFECTS[first];
  if (!effect) return decided("deny", forbidOf(answers.at(-1)));
  // What is asked for is what stood in the way at the level below.
  return decided(effect, forbidOf(answers[first - 1]) ?? permitOf(answers[first]));
}

function denyFailure({ rule, message }: Failure): Decision {
  if (!rule) {
    return { effect: "deny", rule: "default.failed", reason: `Policy failed: ${message}.` };
  }
  const reason = `The rule "${rule.id}" (${positionOf(rule)}) failed: ${message}.`;
  return { effect: "deny", rule: rule.id, reason };
}

function decided(effect: Decision["effect"], rule: Rule | undefined): Decision {
  if (!rule) return { effect, rule: "default.deny", reason: "No rule permits this call." };
  return { effect, rule: rule.id, reason: rule.reason };
}

/** Of several, the list in which the owner named the tool. */
function permitOf(answer: Answer | undefined): Rule | undefined {
  return answer?.rules.find(({ id }) => id === ALLOW_LIST_RULE) ?? answer?.rules[0];
}

/** Of several, one that no approval lifts. */
function forbidOf(answer: Answer | undefined): Rule | undefined {
  const forbids = answer?.rules.filter(({ effect }) => effect === "forbid") ?? [];
  return forbids.find(standsAtEveryLevel) ?? forbids[0];
}
