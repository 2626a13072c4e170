import { isConflict } from "../base/errors.ts";
import { timestamp } from "../ports/clock.ts";
import type { Change } from "../ports/journal.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Attempt } from "./call.ts";
import { dropIntent } from "./drop-intent.ts";
import { endCall } from "./end-call.ts";
import { auditOf, completedEvent, eventOf } from "./entries.ts";
import type { Executed } from "./execute.ts";
import type { Gate } from "./gate.ts";
import type { Verdict } from "./judge.ts";

/** Outcome, events, audit and whatever follows from them: one transaction. */
export async function record(
  gate: Gate,
  attempt: Attempt,
  verdict: Verdict,
  executed: Executed,
  outcome: Outcome,
): Promise<Outcome> {
  const { invocation, stored, ledger, approval, tool } = attempt;
  const endedAt = timestamp(gate.clock.now());
  const isClaimed = stored !== null || ledger !== null;
  const changes: Change[] = [
    ...endCall(attempt, outcome, endedAt),
    ...(isClaimed ? [] : eventOf(gate, invocation, "tool.started", { inputs: attempt.inputs })),
    ...completedEvent(gate, invocation, outcome),
    auditOf(gate, invocation, "invocation.ended", {
      approval_id: approval?.id ?? null,
      dry_run: invocation.dryRun,
      duration_ms: executed.durationMs,
      error_code: outcome.error?.code ?? null,
      input_digest: invocation.inputDigest,
      mode: invocation.mode,
      policy_version: gate.policy.version,
      rule: verdict.decision.rule,
      side_effects: outcome.declaredSideEffects,
      started_at: executed.startedAt,
      state: outcome.state,
      tool_digest: tool.digest,
    }),
    ...dropIntent(attempt),
    ...gate.onOutcome(invocation, outcome),
  ];
  try {
    await gate.store.journal.commit("call.record", changes);
    return outcome;
  } catch (error) {
    if (!isConflict(error)) throw error;
    return theirs(gate, attempt, error);
  }
}

/** Someone else recorded this call meanwhile: what is stored is what happened. */
async function theirs(gate: Gate, { invocation }: Attempt, error: unknown): Promise<Outcome> {
  const { id, actor, messageId } = invocation;
  const { invocations } = gate.store;
  const stored =
    (await invocations.get(id)) ??
    (messageId ? await invocations.getByMessageId(actor, messageId) : undefined);
  if (stored?.outcome) return stored.outcome;
  throw error;
}
