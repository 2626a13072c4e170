import type { Outcome } from "../schema/outcome.ts";
import type { Attempt } from "./call.ts";
import { dropIntent } from "./drop-intent.ts";
import { auditOf, eventOf } from "./entries.ts";
import type { Gate } from "./gate.ts";
import type { Verdict } from "./judge.ts";
import { openApproval } from "./open-approval.ts";
import { waitingOutcome } from "./outcomes.ts";
import { supersede } from "./supersede.ts";

/** Stores the question and answers `input_required`: a restart changes nothing about it. */
export async function askApproval(
  gate: Gate,
  attempt: Attempt,
  verdict: Extract<Verdict, { effect: "ask" }>,
): Promise<Outcome> {
  const { invocation, stored } = attempt;
  const { decision, level, changed } = verdict;
  const approval = openApproval(gate, attempt, {
    level,
    reason: decision.reason,
    ...(changed.length > 0 && { changed }),
  });
  const outcome = waitingOutcome(invocation, {
    kind: "approval",
    reason: approval.reason,
    approvalIds: [approval.id],
  });
  await gate.store.journal.commit("call.ask", [
    {
      type: "invocation.put",
      invocation: { ...invocation, state: "input_required", outcome },
      expect: stored,
    },
    ...dropIntent(attempt),
    ...supersede(attempt.approval),
    { type: "approval.put", approval, expect: null },
    ...eventOf(gate, invocation, "approval.requested", {
      approval_id: approval.id,
      level: approval.level,
      reason: approval.reason,
    }),
    auditOf(gate, invocation, "approval.requested", {
      approval_id: approval.id,
      level: approval.level,
      rule: decision.rule,
      policy_version: gate.policy.version,
      changed,
      binding: approval.binding,
    }),
  ]);
  return outcome;
}
