import { eraseBody, erasureDigest } from "../../base/audit/erased-body.ts";
import { CapstanError } from "../../base/errors.ts";
import { systemAudit } from "../../gate/audit/system-audit.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Session } from "../../schema/session.ts";
import type { StoredRecord } from "../../stores/readers/audit-reader.ts";
import type { Engine } from "../engine.ts";
import { requireSession } from "./require-session.ts";

const BATCH = 1_000;

/**
 * Removes a session for good. Of its audit records the frames stay, so that every chain still
 * verifies; what was left is signed in the record of the erasure, without which it would not count.
 */
export async function eraseSession(engine: Engine, id: string, actor: Actor): Promise<void> {
  const { gate } = engine;
  await retryConflicts(async () => {
    const session = await requireSession(gate, id);
    assertAtRest(session);
    const filter = { sessionId: id, state: "pending" as const, limit: 1, offset: 0 };
    if ((await gate.store.approvals.list(filter)).total > 0) throw notAtRest();
    if (await hasOpenEffect(engine, id)) throw effectOpen();
    const records = await recordsOf(engine, id);
    const bodies = records.map(({ body }) => eraseBody(body));
    const claim = { session_id: id, records: records.length, digest: erasureDigest(bodies) };
    const signed = gate.auditor.signErasure(claim);
    await gate.store.journal.commit("session.erase", [
      { type: "session.erase", sessionId: id, records: records.length },
      systemAudit(gate, "session.erased", actor.id, signed),
    ]);
  });
  // What is left of it is removed later, with other things that nobody has any more.
  await engine.workspaces.remove(id).catch(engine.report);
}

/** What runs or waits would write to it afterwards. */
function assertAtRest({ state, turn, lastTurn }: Session): void {
  const rests = state !== "in_progress" && state !== "input_required" && state !== "paused";
  if (rests && turn === lastTurn) return;
  throw notAtRest();
}

function notAtRest(): CapstanError {
  const message = "A session that runs or waits cannot be erased. Cancel it, or answer it, first.";
  return new CapstanError("STATE_CONFLICT", message);
}

/** What runs, or is unknown, could never be answered once its session is gone. */
async function hasOpenEffect({ gate }: Engine, sessionId: string): Promise<boolean> {
  const { invocations } = gate.store;
  for (const { invocation, invocationId } of await invocations.listOpen()) {
    const call = invocation ?? (await invocations.get(invocationId));
    if (call?.sessionId === sessionId) return true;
  }
  return false;
}

function effectOpen(): CapstanError {
  const message =
    "A call of this session still runs, or its result is unknown. Mark it as ran or not run first.";
  return new CapstanError("STATE_CONFLICT", message);
}

async function recordsOf({ gate }: Engine, stream: string): Promise<StoredRecord[]> {
  const records: StoredRecord[] = [];
  for (;;) {
    const from = records.length + 1;
    const page = await gate.store.audit.range(stream, from, from + BATCH - 1);
    records.push(...page);
    if (page.length < BATCH) return records;
  }
}
