import { timestamp } from "../../base/clock.ts";
import type { ErrorCode } from "../../base/errors.ts";
import { outsideReason } from "../../features/packs/allowed-tools.ts";
import type { Approval } from "../../schema/approval.ts";
import type { AuditType } from "../../schema/audit-record.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { Outcome } from "../../schema/outcome.ts";
import type { Change } from "../../stores/journal.ts";
import { NOT_GRANTED } from "../access/judge-access.ts";
import { auditOf, completedEvent, eventOf } from "../entries.ts";
import type { Gate } from "../gate.ts";
import { ended, failedOutcome } from "../outcomes.ts";

type Refusal = {
  readonly state: "denied" | "expired" | "withdrawn";
  readonly code: ErrorCode;
  readonly message: string;
  readonly audit: AuditType;
};

const REFUSALS: Record<"denied" | "expired" | "replaced" | "cancelled" | "ended", Refusal> = {
  denied: {
    state: "denied",
    code: "APPROVAL_DENIED",
    message: "A person denied this call. It did not run.",
    audit: "approval.answered",
  },
  expired: {
    state: "expired",
    code: "APPROVAL_EXPIRED",
    message: "This call was not approved in time. It did not run.",
    audit: "approval.expired",
  },
  replaced: {
    state: "withdrawn",
    code: "APPROVAL_WITHDRAWN",
    message: "A new message replaced this question. The call did not run.",
    audit: "approval.withdrawn",
  },
  cancelled: {
    state: "withdrawn",
    code: "APPROVAL_WITHDRAWN",
    message: "The turn was cancelled before this question was answered. The call did not run.",
    audit: "approval.withdrawn",
  },
  ended: {
    state: "withdrawn",
    code: "APPROVAL_WITHDRAWN",
    message: "The skill's run was ended before this question was answered. The call did not run.",
    audit: "approval.withdrawn",
  },
};

/** Ends a question with "no", and with it the call: the model gets the refusal as the tool's result. */
export function refuseApproval(
  gate: Gate,
  { approval, invocation, actor }: { approval: Approval; invocation: Invocation; actor: string },
  why: keyof typeof REFUSALS,
  because?: string,
): { readonly outcome: Outcome; readonly approval: Approval; readonly changes: Change[] } {
  const { state, audit, ...refusal } = REFUSALS[why];
  const { code, message: plain } =
    why === "denied" ? (deniedAccess(approval) ?? deniedTool(approval) ?? refusal) : refusal;
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

/** Who denies a call that open packs do not list denies the tool for as long as they are open. */
function deniedTool({ binding }: Approval): Pick<Refusal, "code" | "message"> | undefined {
  if (binding.packs === "") return undefined;
  const message = `${outsideReason(binding.packs.split(" "))} A person denied it, and it did not run.`;
  return { code: "TOOL_NOT_ALLOWED", message };
}

/** Who denies what would have been opened denies the location (I28). */
function deniedAccess({ access }: Approval): Pick<Refusal, "code" | "message"> | undefined {
  if (!access) return undefined;
  if (access.paths.length > 0) {
    const message = `${NOT_GRANTED} A person did not open it, and the call did not run.`;
    return { code: "PATH_NOT_GRANTED", message };
  }
  const message =
    "I don't have access to that host. A person did not open it, and the call did not run.";
  return { code: "HOST_NOT_GRANTED", message };
}
