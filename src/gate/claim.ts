import { timestamp } from "../base/clock.ts";
import { isConflict } from "../base/errors.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { LedgerEntry } from "../schema/ledger-entry.ts";
import type { Change } from "../stores/journal.ts";
import { accessDigest } from "./approvals/binding.ts";
import { startedEvent } from "./approvals/call-answer.ts";
import { decisionData } from "./audit/decision-data.ts";
import { type Attempt, isHarmless } from "./call.ts";
import { hasRow } from "./end-call.ts";
import { auditOf } from "./entries.ts";
import type { Gate } from "./gate.ts";
import type { Judgement } from "./judge.ts";

/**
 * Makes this process the one that runs the call: the intent is durable and the approval is used up
 * before anything happens. A read-only call that needed no approval claims nothing.
 */
export async function claim(gate: Gate, attempt: Attempt, judgement: Judgement): Promise<Attempt> {
  const { invocation, approval, stored } = attempt;
  const harmless = isHarmless(attempt);
  const expected = expectOpenings(attempt);
  if (harmless && !approval && stored === null) {
    // What another server has revoked is not used any more, not even to read.
    if (expected.length > 0) await commitOrCatchUp(gate, attempt, expected);
    return attempt;
  }

  const running: Invocation = {
    ...invocation,
    ...(!harmless && { accessDigest: accessDigest(attempt) }),
    state: "in_progress",
    outcome: null,
  };
  const ownRow = hasRow(attempt);
  const ledger = harmless ? null : nextIntent(gate, attempt, ownRow ? null : running);
  const changes: Change[] = [
    { type: "halt.expect" },
    ...expectDefinition(attempt),
    ...expected,
    ...expectPosition(attempt),
    ...(ownRow ? [{ type: "invocation.put", invocation: running, expect: stored } as const] : []),
    ...useUp(attempt),
    ...(ledger ? [{ type: "ledger.put", entry: ledger, expect: attempt.ledger } as const] : []),
    ...startedEvent(gate, attempt, judgement),
    auditOf(gate, invocation, "invocation.started", {
      ...(approval && { approval_id: approval.id }),
      attempt: ledger?.attempt ?? 1,
      ...decisionData(gate, attempt, judgement),
    }),
    ...(ledger ? expectRun(attempt) : []),
  ];
  await commitOrCatchUp(gate, attempt, changes);
  return { ...attempt, invocation: running, stored: ownRow ? "in_progress" : null, ledger };
}

/** Another process may have halted everything, or changed the tool: this one has not heard of it yet. */
async function commitOrCatchUp(gate: Gate, attempt: Attempt, changes: Change[]): Promise<void> {
  try {
    await gate.store.journal.commit("call.claim", changes);
  } catch (error) {
    if (!isConflict(error)) throw error;
    gate.halt.follow(await gate.store.system.halt());
    gate.halt.check();
    await gate.catalog.refresh(attempt.source);
    await gate.access.refresh();
    throw error;
  }
}

/** A definition that lies in the store must still be the one that was judged. */
function expectDefinition({ tool, storedVersion }: Attempt): Change[] {
  if (storedVersion === null) return [];
  return [{ type: "capability.expect", id: tool.sourceId, version: storedVersion }];
}

/** What was opened must still be open. */
function expectOpenings({ openings }: Attempt): Change[] {
  return openings.flatMap(({ id, from }) =>
    from === "given" ? [{ type: "opening.expect" as const, id }] : [],
  );
}

/** Read once its intent keeps all others away: what they ended before is seen. */
function expectRun({ run }: Attempt): Change[] {
  if (!run || run.contextId === null) return [];
  return [{ type: "context.expect", id: run.contextId, version: run.version }];
}

function nextIntent(
  gate: Gate,
  { invocation, ledger, run }: Attempt,
  unstored: Invocation | null,
): LedgerEntry {
  const now = gate.clock.now();
  return {
    invocationId: invocation.id,
    sessionId: invocation.sessionId,
    status: "intended",
    attempt: (ledger?.attempt ?? 0) + 1,
    owner: gate.owner,
    startBefore: timestamp(now + gate.limits.startWithinMs),
    intendedAt: timestamp(now),
    invocation: unstored,
    contextId: run?.contextId ?? null,
  };
}

/** A process that stood still may come here after another has run this call, or ended its turn. */
function expectPosition({ invocation, ledger }: Attempt): Change[] {
  const { id, sessionId, turn, position } = invocation;
  if (sessionId === null || position === null) return [];
  const unclaimed = ledger ? null : id;
  return [{ type: "position.expect", sessionId, turn, position, unclaimed }];
}

/** An approval already used belongs to an earlier attempt at this very call. */
function useUp({ approval }: Attempt): Change[] {
  if (approval?.state !== "approved") return [];
  return [{ type: "approval.put", approval: { ...approval, state: "used" }, expect: "approved" }];
}
