import { CapstanError } from "../base/errors.ts";
import { sessionAudit } from "../gate/audit/system-audit.ts";
import type { Session } from "../schema/session.ts";
import type { Takeover } from "../schema/takeover.ts";
import type { Change } from "../stores/journal.ts";
import type { Engine } from "./engine.ts";

/**
 * Counts that this turn was taken over from a dead process. Throws when so many died with it, one
 * after the other, that the next would die too. Progress is a message of the turn or a move of the
 * session: each starts the count anew, so that a long turn may change hands as often as it likes. The
 * intent of a call is no progress: a call that kills its process is claimed before it runs.
 */
export async function countTakeover(engine: Engine, sessionId: string): Promise<void> {
  const { store } = engine.gate;
  const session = await store.sessions.get(sessionId);
  if (session?.state !== "in_progress") return;
  const { turn, version } = session;
  const { total } = await store.sessions.messages(sessionId, { turn, limit: 1, offset: 0 });
  const progress = version + total;
  const count = nextCount(await store.takeovers.get(sessionId), turn, progress);
  const takeover = { sessionId, turn, progress, count, isExcused: false };
  await store.journal.commit("turn.take_over", [{ type: "takeover.put", takeover }]);
  if (count < engine.limits.takeoversPerTurn) return;
  const message = `${count} processes died one after the other while they worked on this turn, so it was ended. Look into the server's log for the reason, then send the next message.`;
  throw new CapstanError("TURN_POISONED", message);
}

function nextCount(before: Takeover | undefined, turn: number, progress: number): number {
  const isSame = before?.turn === turn && before.progress === progress;
  return (isSame ? before.count : 0) + (before?.isExcused ? 0 : 1);
}

/** This process was told to end: the next takeover of its turns does not count. */
export async function excuseTakeovers({ gate, turns, isShared }: Engine): Promise<void> {
  // Without a shared queue, the next process takes those that only waited for a dead one's as well.
  const left = isShared ? [...turns.keys()] : await gate.store.sessions.listUnfinished();
  if (left.length === 0) return;
  await gate.store.journal.commit(
    "turn.hand_over",
    left.map((sessionId): Change => ({ type: "takeover.excuse", sessionId })),
  );
}

export function poisonRecord({ gate, limits }: Engine, { id, turn, createdBy }: Session): Change {
  return sessionAudit(gate, id, "turn.poisoned", createdBy, {
    turn,
    takeovers: limits.takeoversPerTurn,
  });
}
