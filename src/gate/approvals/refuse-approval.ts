import { timestamp } from "../../base/clock.ts";
import type { ErrorCode } from "../../base/errors.ts";
import type { Approval } from "../../schema/approval.ts";
import type { AuditType } from "../../schema/audit-record.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { Outcome } from "../../schema/outcome.ts";
import type { Change } from "../../stores/journal.ts";
import { NOT_GRANTED } from "../access/judge-access.ts";
import { firstOf } from "../call-feature.ts";
import { auditOf, completedEvent, eventOf } from "../entries.ts";
import type { Gate } from "../gate.ts";
import { ended, failedOutcome } from "../outcomes.ts";
import { deniedBy } from "./call-answer.ts";

type Refusal = {
  readonly state: "denied" | "expired" | "withdrawn";
  readonly code: ErrorCode;
  readonly message: string;
  readonly audit: AuditType;
};

const REFUSALS: Record<
  "expired" | "replaced" | "cancelled" | "ended" | "forsaken" | "disabled",
  Refusal
> = {
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
  disabled: {
    state: "withdrawn",
    code: "PRINCIPAL_DISABLED",
    message: "The principal of this call was disabled. The call did not run.",
    audit: "approval.withdrawn",
  },
  forsaken: {
    state: "withdrawn",
    code: "APPROVAL_WITHDRAWN",
    message: "The program that asked for this no longer waits. The call did not run.",
    audit: "approval.withdrawn",
  },
};

type Refused = {
  readonly approval: Approval;
  readonly invocation: Invocation;
  readonly actor: string;
  /** The client that declined: it does not say whether a person was asked. */
  readonly client?: string | undefined;
};

/** Ends a question with "no", and with it the call: the model gets the refusal as the tool's result. */
export function refuseApproval(
  gate: Gate,
  { approval, invocation, actor, client }: Refused,
  why: "denied" | keyof typeof REFUSALS,
  because?: string,
): { readonly outcome: Outcome; readonly approval: Approval; readonly changes: Change[] } {
  const refusal = why === "denied" ? denialOf(gate, client, approval) : REFUSALS[why];
  const { state, audit, code, message: plain } = refusal;
  // The model is told why, so that it does something else instead of the same again.
  const message = because ? `${plain} They say: ${because}` : plain;
  const now = timestamp(gate.clock.now());
  const answeredBy = client === undefined ? actor : `client "${client}"`;
  const told =
    why === "denied" ? { answer: deniedBy(gate.people.show(answeredBy).name, because) } : {};
  const outcome = { ...failedOutcome(invocation, "blocked", code, message), ...told };
  const refused: Approval = {
    ...approval,
    ...(because && { denialReason: because }),
    state,
    answeredBy,
    answeredAt: now,
  };
  const answer = { approval_id: approval.id, state, ...(client !== undefined && { client }) };
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
      ...eventOf(gate, invocation, "approval.answered", { ...answer, ...told }),
      ...completedEvent(gate, invocation, outcome),
      auditOf(
        gate,
        invocation,
        audit,
        { ...answer, ...told, ...(because && { reason: because }) },
        actor,
      ),
      ...gate.onOutcome(invocation, outcome),
    ],
  };
}

/** A denial of access is one of the location (I28); of a call that a feature asks about, one of the tool. */
function denialOf(
  { features }: Pick<Gate, "features">,
  client: string | undefined,
  { access, binding }: Approval,
): Refusal {
  const denied = { state: "denied", audit: "approval.answered" } as const;
  const [who, open] =
    client === undefined
      ? ["A person denied", "A person did not open it"]
      : [`The client "${client}" declined`, `The client "${client}" declined to open it`];
  if (access && access.paths.length > 0) {
    const message = `${NOT_GRANTED} ${open}, and the call did not run.`;
    return { ...denied, code: "PATH_NOT_GRANTED", message };
  }
  if (access) {
    const message = `I don't have access to that host. ${open}, and the call did not run.`;
    return { ...denied, code: "HOST_NOT_GRANTED", message };
  }
  const why = firstOf(features, (feature) => feature.whyAsked?.(binding));
  if (why !== undefined) {
    const message = `${why} ${who} it, and it did not run.`;
    return { ...denied, code: "TOOL_NOT_ALLOWED", message };
  }
  const message = `${who} this call. It did not run.`;
  return { ...denied, code: "APPROVAL_DENIED", message };
}
