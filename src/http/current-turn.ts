import type { Engine } from "../engine/engine.ts";
import { requireSession } from "../engine/require-session.ts";
import { until } from "../engine/until.ts";
import type { Message } from "../schema/message.ts";
import { viewSession } from "./views.ts";

/** One turn holds no more than its steps and calls; this only bounds an answer. */
const MAX_MESSAGES = 2_000;

/** The session and one turn's messages: when that turn ends or waits, or after `waitMs`. */
export async function currentTurn(
  { gate, signals }: Engine,
  sessionId: string,
  turn: number,
  waitMs = 0,
): Promise<{ session: ReturnType<typeof viewSession>; messages: readonly Message[] }> {
  const { sessions } = gate.store;
  await until(signals, sessionId, waitMs, async () => {
    const session = await requireSession(gate, sessionId);
    const reached =
      session.turn > turn || (session.turn === turn && session.state !== "in_progress");
    return reached || session.state === "input_required";
  });
  const session = await requireSession(gate, sessionId);
  const { items } = await sessions.messages(sessionId, { turn, limit: MAX_MESSAGES, offset: 0 });
  return { session: viewSession(session), messages: items };
}
