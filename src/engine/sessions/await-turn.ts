import type { Message } from "../../schema/message.ts";
import type { Session } from "../../schema/session.ts";
import type { Engine } from "../engine.ts";
import { until } from "../until.ts";
import { requireSession } from "./require-session.ts";

/** The session and one turn's messages: when that turn ends or waits, or after `waitMs`. */
export async function awaitTurn(
  { gate, signals }: Engine,
  sessionId: string,
  turn: number,
  waitMs: number,
): Promise<{ readonly session: Session; readonly messages: readonly Message[] }> {
  let session: Session | undefined;
  const hasEnded = async () => {
    session = await requireSession(gate, sessionId);
    if (session.state === "input_required" || session.turn > turn) return true;
    return session.turn === turn && session.state !== "in_progress";
  };
  await until(signals, sessionId, waitMs, hasEnded, (happened) => happened === "state_changed");
  const messages = await gate.store.sessions.conversation(sessionId, turn, turn - 1);
  // Before anyone is told: the message may have been taken a moment ago.
  await gate.store.journal.flush();
  return { session: session ?? (await requireSession(gate, sessionId)), messages };
}
