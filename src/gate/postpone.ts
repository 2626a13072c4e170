import { timestamp } from "../base/clock.ts";
import type { Approval } from "../schema/approval.ts";
import type { InputRequest } from "../schema/input-request.ts";
import type { Outcome } from "../schema/outcome.ts";
import { whyElsewhere } from "./access/judge-access.ts";
import type { Attempt } from "./call.ts";
import { dropIntent, endCall } from "./end-call.ts";
import { auditOf, completedEvent, eventOf } from "./entries.ts";
import type { Gate } from "./gate.ts";
import { failedOutcome, waitingOutcome } from "./outcomes.ts";

/**
 * The source of the tool cannot be reached now. A call that nobody was asked about fails and may be
 * tried again; of one that was approved the question stands open again, as good as before.
 */
export async function postpone(gate: Gate, attempt: Attempt, reason: string): Promise<Outcome> {
  const message = `This tool cannot be reached now, try again. ${reason}`;
  const { approval } = attempt;
  return approval?.state === "approved"
    ? reopenQuestion(gate, attempt, approval, message)
    : fail(gate, attempt, message);
}

async function fail(gate: Gate, attempt: Attempt, message: string): Promise<Outcome> {
  const { invocation } = attempt;
  const outcome = failedOutcome(invocation, "failed", "SOURCE_UNAVAILABLE", message);
  await gate.store.journal.commit("call.postpone", [
    ...endCall(attempt, outcome, timestamp(gate.clock.now())),
    ...dropIntent(attempt),
    ...completedEvent(gate, invocation, outcome),
    auditOf(gate, invocation, "invocation.postponed", { reason: message }),
    ...gate.onOutcome(invocation, outcome),
  ]);
  return outcome;
}

async function reopenQuestion(
  gate: Gate,
  { invocation, stored }: Attempt,
  approval: Approval,
  message: string,
): Promise<Outcome> {
  const pending: Approval = { ...approval, state: "pending", answeredBy: null, answeredAt: null };
  const { error } = failedOutcome(invocation, "failed", "SOURCE_UNAVAILABLE", message);
  const waiting = invocation.outcome ?? waitingOutcome(invocation, questionOf(approval));
  const outcome: Outcome = { ...waiting, ...(error && { error }) };
  await gate.store.journal.commit("call.postpone", [
    { type: "invocation.put", invocation: { ...invocation, outcome }, expect: stored },
    { type: "approval.put", approval: pending, expect: "approved" },
    ...eventOf(gate, invocation, "approval.requested", {
      approval_id: approval.id,
      level: approval.level,
      reason: message,
    }),
    auditOf(gate, invocation, "invocation.postponed", {
      approval_id: approval.id,
      reason: message,
    }),
  ]);
  return outcome;
}

function questionOf({ id, reason }: Approval): InputRequest {
  return { kind: "approval", reason, approvalIds: [id] };
}

/** Why a call cannot run here and now, though it may: its source is away, or its folder elsewhere. */
export function whyUnavailable(gate: Gate, attempt: Attempt): string | undefined {
  return gate.catalog.whyUnavailable(attempt) ?? whyElsewhere(attempt, gate.folders.machine);
}
