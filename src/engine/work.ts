import { CapstanError, isConflict, isHalt } from "../base/errors.ts";
import { askLeftOver } from "../gate/approvals/ask-left-over.ts";
import { isTerminal } from "../schema/task-state.ts";
import { endTurn } from "./end-turn.ts";
import type { Engine } from "./engine.ts";
import { settleCancelled } from "./recover.ts";
import { watchStoreOutage } from "./store-outage.ts";
import { countTakeover, poisonRecord } from "./takeovers.ts";
import { runTurn } from "./turn.ts";
import { watchSession } from "./watch-session.ts";

/** Losing a race more often than this in a row is a defect, not a race. */
const MAX_CONFLICTS = 10;

/** What the queue does for a session that has work: turn after turn, until nothing is left to do. */
export async function work(engine: Engine, sessionId: string, isTakeover = false): Promise<void> {
  const patience = watchStoreOutage(engine);
  let conflicts = 0;
  let isCounted = !isTakeover;
  // Halted, what is left to do stays stored; lifting the halt pushes it again.
  while (!engine.gate.halt.current() && !engine.drain.requested) {
    const abort = new AbortController();
    engine.turns.set(sessionId, abort);
    const watch = watchSession(engine, sessionId, abort);
    try {
      if (!isCounted) await countTakeover(engine, sessionId);
      isCounted = true;
      const session = await runTurn(engine, sessionId, abort.signal, watch);
      if (!session || !isTerminal(session.state)) return;
      // A message that came since then has pushed the session: it is worked on once more.
      if (session.turn === session.lastTurn) return;
    } catch (error) {
      // Who cancelled has ended the turn; the session may be in its next one by now. Who halted has
      // not, here or elsewhere: it goes on from here when the halt is lifted.
      if (abort.signal.aborted || isHalt(error)) {
        // What became of its last call may not have been written: the store was away.
        if (await patience.outlasts(error)) await settleCancelled(engine, sessionId);
        return;
      }
      // Someone answered, cancelled or wrote meanwhile: look again at what is stored.
      if (isConflict(error) && ++conflicts <= MAX_CONFLICTS) continue;
      if (!(await patience.outlasts(error))) return failTurn(engine, sessionId, error);
    } finally {
      watch.end();
      engine.turns.delete(sessionId);
    }
  }
}

/** A turn that cannot go on ends `failed` with its reason; the session takes the next message. */
async function failTurn(engine: Engine, sessionId: string, error: unknown): Promise<void> {
  const reason =
    error instanceof CapstanError
      ? error
      : new CapstanError("INTERNAL", "Something went wrong inside Capstan.", { cause: error });
  if (/^(?:INTERNAL|STORE_|MODEL_|TURN_POISONED)/.test(reason.code)) engine.report(error);
  try {
    const session = await engine.gate.store.sessions.get(sessionId);
    if (session?.state === "in_progress") {
      const record = reason.code === "TURN_POISONED" ? [poisonRecord(engine, session)] : [];
      await endTurn(engine, session, "failed", reason, record);
    }
    await askLeftOver(engine.gate, sessionId);
  } catch (second) {
    engine.report(second);
  }
}
