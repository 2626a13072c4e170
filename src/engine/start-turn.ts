import { sessionEvent } from "../gate/entries.ts";
import type { Session } from "../schema/session.ts";
import { isResumable } from "../schema/task-state.ts";
import type { Engine } from "./engine.ts";
import { moveSession } from "./sessions/move-session.ts";

/** The session with a turn to run: the one in progress, or the next accepted message's. */
export async function startTurn(engine: Engine, sessionId: string): Promise<Session | undefined> {
  const { gate } = engine;
  const session = await gate.store.sessions.get(sessionId);
  if (!session || session.state === "in_progress") return session;
  if (isResumable(session.state) || session.lastTurn === session.turn) return undefined;

  const turn = session.turn + 1;
  const next = moveSession(engine, session, { state: "in_progress", turn });
  await gate.store.journal.commit("turn.start", [
    next.change,
    sessionEvent(gate, sessionId, turn, "turn.started", {}),
  ]);
  return next.session;
}
