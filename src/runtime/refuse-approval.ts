import type { ErrorCode } from "../base/errors.ts";
import { timestamp } from "../ports/clock.ts";
import type { Change } from "../ports/journal.ts";
import type { Approval } from "../schema/approval.ts";
import type { AuditType } from "../schema/audit-record.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";
import { auditOf, completedEvent, eventOf } from "./entries.ts";
import type { Gate } from "./gate.ts";
import { ended, failedOutcome } from "./outcomes.ts";

type RefusedState = "denied" | "expired" | "withdrawn";

const REFUSALS: Record<RefusedState, { code: ErrorCode; message: string; audit: AuditType }> = {
  denied: {
    code: "APPROVAL_DENIED",
    message: "A person denied this call. It did not run.",
    audit: "approval.answered",
  },
  expired: {
    code: "APPROVAL_EXPIRED",
    message: "Nobody approved this call in time. It did not run.",
    audit: "approval.expired",
  },
  withdrawn: {
    code: "APPROVAL_WITHDRAWN",
    message: "A new message replaced this question. The call did not run.",
    audit: "approval.withdrawn",
  },
};

/** Ends a question with "no", and with it the call: the model gets the refusal as the tool's result. */
export function refuseApproval(
  gate: Gate,
  { approval, invocation, actor }: { approval: Approval; invocation: Invocation; actor: string },
  state: RefusedState,
  because?: string,
): { readonly outcome: Outcome; readonly approval: Approval; readonly changes: Change[] } {
  const { code, message: plain, audit } = REFUSALS[state];
  // The model is told why, so that it does something else instead of the same again.
  const message = because ? `${plain} They say: ${because}` : plain;
  const now = timestamp(gate.clock.now());
  const outcome = failedOutcome(invocation, "blocked", code, message);
  const refused: Approval = { ...approval, state, answeredBy: actor, answeredAt: now };
  return {
    outcome,
    approval: refused,
    changes: [
      { type: "approval.put", approval: refused, expect: approval.state },
      {
        type: "invocation.put",
        invocation: ended(invocation, outcome, now),
        expect: "input_required",
      },
      ...eventOf(gate, invocation, "approval.answered", { approval_id: approval.id, state }),
      ...completedEvent(gate, invocation, outcome),
      auditOf(
        gate,
        invocation,
        audit,
        { approval_id: approval.id, state, ...(because && { reason: because }) },
        actor,
      ),
      ...gate.onOutcome(invocation, outcome),
    ],
  };
}
