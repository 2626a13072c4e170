import { timestamp } from "../base/clock.ts";
import type { Outcome } from "../schema/outcome.ts";
import { withAnswer } from "./approvals/call-answer.ts";
import { supersede } from "./approvals/supersede.ts";
import { decisionData } from "./audit/decision-data.ts";
import type { Attempt } from "./call.ts";
import { dropIntent, endCall } from "./end-call.ts";
import { auditOf, completedEvent } from "./entries.ts";
import type { Gate } from "./gate.ts";
import type { Judgement } from "./judge.ts";
import { failedOutcome } from "./outcomes.ts";

export type Refusal = Extract<Judgement, { effect: "deny" }>;

/** Policy, a quota or a throttle said no: nothing runs, and the refusal is on record. */
export async function block(gate: Gate, attempt: Attempt, refusal: Refusal): Promise<Outcome> {
  const { invocation, approval } = attempt;
  const { decision, code } = refusal;
  const blocked = failedOutcome(invocation, "blocked", code, decision.reason);
  const outcome = withAnswer(gate, attempt, refusal, blocked);
  await gate.store.journal.commit("call.block", [
    ...endCall(attempt, outcome, timestamp(gate.clock.now())),
    ...dropIntent(attempt),
    ...supersede(approval),
    ...completedEvent(gate, invocation, outcome),
    auditOf(gate, invocation, "policy.violated", {
      code,
      reason: decision.reason,
      ...decisionData(gate, attempt, refusal),
    }),
    ...gate.onOutcome(invocation, outcome),
  ]);
  return outcome;
}
