import { type Clock, timestamp } from "../base/clock.ts";
import type { NewId } from "../base/ids.ts";
import type { JournalStage } from "../gate/secrets/journal-stages.ts";
import type { Approval } from "../schema/approval.ts";
import type { Delivery } from "../schema/delivery.ts";
import type { Person } from "../schema/principal.ts";
import type { Change } from "../stores/journal.ts";

type Writer = {
  readonly clock: Clock;
  readonly newId: NewId;
  readonly show: (id: string) => Person;
};

/** Whoever asks or answers also owes the webhook a message, in the same step: none is forgotten. */
export function announceApprovals(writer: Writer): JournalStage {
  return {
    before: (changes) => [
      ...changes,
      ...changes.flatMap((change) => announcementOf(writer, change)),
    ],
  };
}

function announcementOf({ clock, newId, show }: Writer, change: Change): Change[] {
  if (change.type !== "approval.put") return [];
  const { approval, expect } = change;
  // What follows from an answer (used, superseded) is no news to who gave it.
  if (expect !== null && expect !== "pending") return [];
  const type = approval.state === "pending" ? "approval.requested" : "approval.answered";
  const now = timestamp(clock.now());
  const delivery: Delivery = {
    id: newId("hook"),
    sessionId: approval.sessionId,
    type,
    body: JSON.stringify({ type, timestamp: now, data: summary(approval, show) }),
    attempts: 0,
    dueAt: now,
    createdAt: now,
  };
  return [{ type: "delivery.add", delivery }];
}

/** Enough to find the approval and to judge its urgency; its inputs stay here. */
function summary(approval: Approval, show: Writer["show"]) {
  return {
    approval_id: approval.id,
    state: approval.state,
    level: approval.level,
    session_id: approval.sessionId,
    invocation_id: approval.invocationId,
    tool_id: approval.toolId,
    risk_level: approval.riskLevel,
    reason: approval.reason,
    expires_at: approval.expiresAt,
    answered_by: approval.answeredBy === null ? null : show(approval.answeredBy),
  };
}
