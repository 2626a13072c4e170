import { CapstanError } from "../../base/errors.ts";
import { sessionEvent } from "../../gate/entries.ts";
import { retryConflicts } from "../../gate/retry-conflicts.ts";
import type { Actor } from "../../schema/actor.ts";
import type { Session } from "../../schema/session.ts";
import type { Engine } from "../engine.ts";
import { moveSession } from "./move-session.ts";
import { requireSession } from "./require-session.ts";

/** Holds the running turn after the call that runs now; it goes on from there when it is resumed. */
export async function pauseSession(
  engine: Engine,
  sessionId: string,
  actor: Actor,
): Promise<Session> {
  const { gate } = engine;
  return retryConflicts(async () => {
    const session = await requireSession(gate, sessionId);
    if (session.state === "paused") return session;
    if (session.state !== "in_progress") {
      const message = `Only a running turn can be paused; this session is ${session.state}.`;
      throw new CapstanError("STATE_CONFLICT", message);
    }
    const paused = moveSession(engine, session, { state: "paused" });
    await gate.store.journal.commit("turn.pause", [
      paused.change,
      sessionEvent(gate, sessionId, session.turn, "turn.paused", { by: actor.id }),
    ]);
    return paused.session;
  });
}

/** Lets a paused turn go on. */
export async function unpauseSession(
  engine: Engine,
  session: Session,
  actor: Actor,
): Promise<void> {
  const { gate } = engine;
  const running = moveSession(engine, session, { state: "in_progress" });
  await gate.store.journal.commit("turn.unpause", [
    running.change,
    sessionEvent(gate, session.id, session.turn, "turn.resumed", { by: actor.id }),
  ]);
  engine.queue.push(session.id);
}
