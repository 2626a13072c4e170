import { timestamp } from "../ports/clock.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Attempt } from "./call.ts";
import { dropIntent } from "./drop-intent.ts";
import { endCall } from "./end-call.ts";
import { auditOf, completedEvent } from "./entries.ts";
import type { Gate } from "./gate.ts";
import type { Verdict } from "./judge.ts";
import { failedOutcome } from "./outcomes.ts";
import { supersede } from "./supersede.ts";

/** Policy said no: nothing runs, and the refusal is on record. */
export async function block(
  gate: Gate,
  attempt: Attempt,
  { decision, code }: Extract<Verdict, { effect: "deny" }>,
): Promise<Outcome> {
  const { invocation, approval } = attempt;
  const outcome = failedOutcome(invocation, "blocked", code, decision.reason);
  await gate.store.journal.commit("call.block", [
    ...endCall(attempt, outcome, timestamp(gate.clock.now())),
    ...dropIntent(attempt),
    ...supersede(approval),
    ...completedEvent(gate, invocation, outcome),
    auditOf(gate, invocation, "policy.violated", {
      code,
      rule: decision.rule,
      reason: decision.reason,
      policy_version: gate.policy.version,
      input_digest: invocation.inputDigest,
    }),
    ...gate.onOutcome(invocation, outcome),
  ]);
  return outcome;
}
