import { timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Approval } from "../../schema/approval.ts";
import type { AuditType } from "../../schema/audit-record.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { LedgerEntry } from "../../schema/ledger-entry.ts";
import type { Outcome } from "../../schema/outcome.ts";
import type { Change } from "../../stores/journal.ts";
import { auditOf, completedEvent } from "../entries.ts";
import type { Gate } from "../gate.ts";
import { openAttempt } from "../open-attempt.ts";
import { ended, failedOutcome, plainOutcome } from "../outcomes.ts";
import { repeatCall } from "../repeat-call.ts";
import { withEdit } from "./call-answer.ts";
import { openApproval } from "./open-approval.ts";

export type Reconciliation = "ran" | "not_run" | "run_again";

/**
 * What a person found out about an interrupted effect. "Run again" is recorded as an approval of
 * exactly this call: from there it takes the ordinary way through the gate.
 */
export async function reconcile(
  gate: Gate,
  invocation: Invocation,
  answer: Reconciliation,
  actor: Actor,
): Promise<Change[]> {
  const ledger = await gate.store.invocations.ledger(invocation.id);
  if (ledger?.status !== "unknown" || invocation.state !== "input_required") {
    throw new CapstanError("STATE_CONFLICT", "This call does not wait to be reconciled.");
  }
  const audited = (type: AuditType, data: JsonObject) =>
    auditOf(gate, invocation, type, data, actor.id);
  const reconciled = audited("invocation.reconciled", { answer });
  if (answer === "run_again") {
    return [
      { type: "approval.put", approval: await consent(gate, invocation, actor), expect: null },
      reconciled,
    ];
  }
  if (answer === "not_run") {
    const message = "This call was interrupted and did not run.";
    const outcome = failedOutcome(invocation, "failed", "NOT_RUN", message);
    return [...close(gate, invocation, ledger, outcome), reconciled];
  }
  const approval = await gate.store.approvals.getByInvocation(invocation.id);
  const ran = { ...plainOutcome(invocation, "completed"), outputs: { reconciled: "ran" } };
  const outcome = withEdit(gate, approval, invocation.inputs, ran);
  return [
    ...close(gate, invocation, ledger, outcome),
    reconciled,
    audited("invocation.ended", { state: "completed", input_digest: invocation.inputDigest }),
  ];
}

function close(
  gate: Gate,
  invocation: Invocation,
  ledger: LedgerEntry,
  outcome: Outcome,
): Change[] {
  const now = timestamp(gate.clock.now());
  const { id, sessionId } = invocation;
  return [
    {
      type: "invocation.put",
      invocation: ended(invocation, outcome, now),
      expect: "input_required",
    },
    { type: "ledger.clear", invocationId: id, sessionId, expect: ledger },
    ...completedEvent(gate, invocation, outcome),
    ...gate.onOutcome(invocation, outcome),
  ];
}

async function consent(gate: Gate, invocation: Invocation, actor: Actor): Promise<Approval> {
  const call = await repeatCall(gate, invocation, null);
  const attempt = await openAttempt(gate, call, { invocation, approval: null, ledger: null });
  const approval = openApproval(gate, attempt, {
    level: actor.scopes.includes("admin") ? "admin" : "user",
    reason: "A person found that the interrupted call did not run, and asked to run it again.",
  });
  // Good for the call that was interrupted: if its tool has changed since, it is asked about anew.
  const { toolDigest, accessDigest } = invocation;
  const binding = {
    ...approval.binding,
    definition: toolDigest,
    ...(accessDigest !== "" && { access: accessDigest }),
  };
  return {
    ...approval,
    binding,
    state: "approved",
    answeredBy: actor.id,
    answeredAt: approval.createdAt,
  };
}
