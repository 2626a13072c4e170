import type { Message } from "../schema/message.ts";
import type { Session } from "../schema/session.ts";
import type { Engine } from "./engine.ts";
import { requireSession } from "./require-session.ts";
import { until } from "./until.ts";

/** One turn holds no more than its steps and calls; this only bounds an answer. */
const MAX_MESSAGES = 2_000;

/** The session and one turn's messages: when that turn ends or waits, or after `waitMs`. */
export async function awaitTurn(
  { gate, signals }: Engine,
  sessionId: string,
  turn: number,
  waitMs: number,
): Promise<{ readonly session: Session; readonly messages: readonly Message[] }> {
  let session = await requireSession(gate, sessionId);
  await until(signals, sessionId, waitMs, async () => {
    session = await requireSession(gate, sessionId);
    if (session.state === "input_required" || session.turn > turn) return true;
    return session.turn === turn && session.state !== "in_progress";
  });
  const page = { turn, limit: MAX_MESSAGES, offset: 0 };
  const { items } = await gate.store.sessions.messages(sessionId, page);
  return { session, messages: items };
}
