import { timestamp } from "../base/clock.ts";
import { isConflict } from "../base/errors.ts";
import type { JsonObject } from "../base/json.ts";
import { mergeSorted } from "../base/merge-sorted.ts";
import type { Settled } from "../sandbox/workspaces.ts";
import type { Outcome } from "../schema/outcome.ts";
import { riskRank } from "../schema/risk-level.ts";
import { isTerminal } from "../schema/task-state.ts";
import type { Change, Durability } from "../stores/journal.ts";
import { startedEvent } from "./approvals/call-answer.ts";
import { decisionData } from "./audit/decision-data.ts";
import { excerpt } from "./audit/excerpt.ts";
import { type Attempt, isHarmless } from "./call.ts";
import { dropIntent, endCall } from "./end-call.ts";
import { auditOf, completedEvent, eventOf } from "./entries.ts";
import type { Executed } from "./execute.ts";
import type { Gate } from "./gate.ts";
import type { Judgement } from "./judge.ts";
import { failedOutcome } from "./outcomes.ts";

/** How often a file that somebody changed a moment ago is looked at again. */
const MAX_TRIES = 5;

/** Outcome, events, audit and whatever follows from them, files too: one transaction. */
export async function record(
  gate: Gate,
  attempt: Attempt,
  judgement: Judgement,
  executed: Executed,
  outcome: Outcome,
): Promise<Outcome> {
  // A turn of a run that ends without being completed leaves no files.
  const isRefused = attempt.run && isTerminal(outcome.state) && outcome.state !== "completed";
  const keep = isRefused ? undefined : executed.result.keep;
  try {
    for (let tries = 1; ; tries++) {
      const kept = await keep?.settle();
      const told = kept ? withFiles(gate, outcome, kept) : outcome;
      const changes = [
        ...changesOf(gate, attempt, judgement, executed, told),
        ...(kept?.changes ?? []),
      ];
      try {
        await gate.store.journal.commit("call.record", changes, durabilityOf(attempt));
        await keep?.recorded();
        return told;
      } catch (error) {
        if (!isConflict(error)) throw error;
        const theirs = await recordedByOthers(gate, attempt);
        if (theirs) return theirs;
        if (await hasMoved(gate, attempt))
          return await recordMoved(gate, attempt, judgement, executed);
        if (!keep || tries === MAX_TRIES) throw error;
      }
    }
  } finally {
    await executed.result.keep?.close();
  }
}

/** Somebody else was first with a turn of the same run: this one counts for nothing. */
function recordMoved(
  gate: Gate,
  attempt: Attempt,
  judgement: Judgement,
  { result: { enforcement }, ...executed }: Executed,
): Promise<Outcome> {
  const message = "Another turn of the context came first. Nothing of this one was kept.";
  const outcome = failedOutcome(attempt.invocation, "failed", "STATE_CONFLICT", message);
  const result = { state: "failed" as const, ...(enforcement && { enforcement }) };
  return record(gate, { ...attempt, run: null }, judgement, { ...executed, result }, outcome);
}

function withFiles({ redactor }: Gate, outcome: Outcome, { artifacts, notes }: Settled): Outcome {
  return {
    ...outcome,
    artifacts: [...outcome.artifacts, ...artifacts],
    ...(notes.length > 0 && {
      notes: [...(outcome.notes ?? []), ...notes.map((note) => redactor.hideKnown(note))],
    }),
  };
}

function changesOf(
  gate: Gate,
  attempt: Attempt,
  judgement: Judgement,
  executed: Executed,
  outcome: Outcome,
): Change[] {
  const { invocation, stored, ledger } = attempt;
  const endedAt = timestamp(gate.clock.now());
  const isOver = isTerminal(outcome.state);
  const isClaimed = stored !== null || ledger !== null;
  const ending = endData(gate, attempt, executed, outcome);
  return [
    ...endCall(attempt, outcome, endedAt),
    ...(isClaimed ? [] : startedEvent(gate, attempt, judgement)),
    ...(isOver ? completedEvent(gate, invocation, outcome) : []),
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
    ...(attempt.run?.changes(attempt, outcome, executed.result) ?? []),
    ...gate.onResult(attempt, outcome),
    ...(isOver ? gate.onOutcome(invocation, outcome) : []),
  ];
}

/** In a turn, what a harmless call answered is told to nobody yet but the model, and can be asked again. */
function durabilityOf(attempt: Attempt): Durability {
  return isHarmless(attempt) && attempt.invocation.position !== null ? "later" : "now";
}

/** What became of it; of a risky call also what it answered (C37, P41). */
function endData(
  gate: Gate,
  { approval, tool }: Attempt,
  { durationMs, result: { enforcement, measured, log } }: Executed,
  { state, error, declaredSideEffects, artifacts, notes, outputs }: Outcome,
): JsonObject {
  return {
    ...(approval && { approval_id: approval.id }),
    ...(artifacts.length > 0 && { artifacts: artifacts.map(({ path }) => path) }),
    duration_ms: durationMs,
    ...(enforcement && { enforcement }),
    ...(error && { error_code: error.code }),
    ...(log !== undefined && { log: excerpt(gate.redactor, log) }),
    ...(measured && { measured }),
    ...(notes && { notes }),
    ...(riskRank(tool.riskLevel) >= riskRank("HIGH") && {
      outputs: excerpt(gate.redactor, outputs ?? null),
    }),
    ...(declaredSideEffects.length > 0 && { side_effects: declaredSideEffects }),
    state,
  };
}

/** Whether another turn of the run has ended meanwhile, or has been claimed. */
async function hasMoved({ store }: Gate, { run, invocation }: Attempt): Promise<boolean> {
  if (!run || run.contextId === null) return false;
  const claimed = await store.invocations.turnOf(run.contextId);
  if (claimed && claimed.invocationId !== invocation.id) return true;
  const now = await store.contexts.get(run.contextId);
  return (now?.version ?? null) !== run.version;
}

/** Someone else recorded this call meanwhile: what is stored is what happened. */
async function recordedByOthers(
  gate: Gate,
  { invocation: { id, actor, messageId } }: Attempt,
): Promise<Outcome | undefined> {
  const { invocations } = gate.store;
  const stored =
    (await invocations.get(id)) ??
    (messageId ? await invocations.getByMessageId(actor, messageId) : undefined);
  return stored?.outcome ?? undefined;
}
