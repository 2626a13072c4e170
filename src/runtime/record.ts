import { isConflict } from "../base/errors.ts";
import type { JsonObject } from "../base/json.ts";
import { mergeSorted } from "../base/merge-sorted.ts";
import { timestamp } from "../ports/clock.ts";
import type { Change, Durability } from "../ports/journal.ts";
import type { Outcome } from "../schema/outcome.ts";
import { riskRank } from "../schema/risk-level.ts";
import { type Attempt, isHarmless } from "./call.ts";
import { decisionData } from "./decision-data.ts";
import { dropIntent } from "./drop-intent.ts";
import { endCall } from "./end-call.ts";
import { auditOf, completedEvent, eventOf } from "./entries.ts";
import { excerpt } from "./excerpt.ts";
import type { Executed } from "./execute.ts";
import type { Gate } from "./gate.ts";
import type { Judgement } from "./judge.ts";

/** Outcome, events, audit and whatever follows from them: one transaction. */
export async function record(
  gate: Gate,
  attempt: Attempt,
  judgement: Judgement,
  executed: Executed,
  outcome: Outcome,
): Promise<Outcome> {
  const { invocation, stored, ledger } = attempt;
  const endedAt = timestamp(gate.clock.now());
  const isClaimed = stored !== null || ledger !== null;
  const ending = endData(gate, attempt, executed, outcome);
  const changes: Change[] = [
    ...endCall(attempt, outcome, endedAt),
    ...(isClaimed ? [] : eventOf(gate, invocation, "tool.started", { inputs: attempt.inputs })),
    ...completedEvent(gate, invocation, outcome),
    ...outcome.artifacts.flatMap(({ path, mime, sizeBytes }) =>
      eventOf(gate, invocation, "artifact.created", {
        path,
        ...(mime !== undefined && { mime }),
        ...(sizeBytes !== undefined && { size_bytes: sizeBytes }),
      }),
    ),
    // Of a call that was claimed, its start has said already what was decided about what.
    auditOf(
      gate,
      invocation,
      "invocation.ended",
      isClaimed ? ending : mergeSorted(decisionData(gate, attempt, judgement), ending),
    ),
    ...dropIntent(attempt),
    ...gate.onResult(attempt, outcome),
    ...gate.onOutcome(invocation, outcome),
  ];
  try {
    await gate.store.journal.commit("call.record", changes, durabilityOf(attempt));
    return outcome;
  } catch (error) {
    if (!isConflict(error)) throw error;
    return theirs(gate, attempt, error);
  }
}

/** In a turn, what a harmless call answered is told to nobody yet but the model, and can be asked again. */
function durabilityOf(attempt: Attempt): Durability {
  return isHarmless(attempt) && attempt.invocation.position !== null ? "later" : "now";
}

/** What became of it; of a risky call also what it answered (C37, P41). */
function endData(
  gate: Gate,
  { approval, tool }: Attempt,
  { durationMs, result: { enforcement } }: Executed,
  { state, error, declaredSideEffects, artifacts, outputs }: Outcome,
): JsonObject {
  return {
    ...(approval && { approval_id: approval.id }),
    ...(artifacts.length > 0 && { artifacts: artifacts.map(({ path }) => path) }),
    duration_ms: durationMs,
    ...(enforcement && { enforcement }),
    ...(error && { error_code: error.code }),
    ...(riskRank(tool.riskLevel) >= riskRank("HIGH") && {
      outputs: excerpt(gate.redactor, outputs ?? null),
    }),
    ...(declaredSideEffects.length > 0 && { side_effects: declaredSideEffects }),
    state,
  };
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
