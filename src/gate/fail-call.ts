import { timestamp } from "../base/clock.ts";
import type { CapstanError } from "../base/errors.ts";
import type { Approval } from "../schema/approval.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";
import { supersede } from "./approvals/supersede.ts";
import { auditOf, completedEvent } from "./entries.ts";
import type { Gate } from "./gate.ts";
import { ended, failedOutcome } from "./outcomes.ts";

/** Ends a stored call that can no longer be attempted: its tool is gone, or refuses the stored input. */
export async function failCall(
  gate: Gate,
  invocation: Invocation,
  approval: Approval | null,
  error: CapstanError,
): Promise<Outcome> {
  const outcome = failedOutcome(invocation, "blocked", error.code, error.message);
  await gate.store.journal.commit("call.block", [
    {
      type: "invocation.put",
      invocation: ended(invocation, outcome, timestamp(gate.clock.now())),
      expect: invocation.state,
    },
    ...supersede(approval),
    ...completedEvent(gate, invocation, outcome),
    auditOf(gate, invocation, "policy.violated", { code: error.code, reason: error.message }),
    ...gate.onOutcome(invocation, outcome),
  ]);
  return outcome;
}
