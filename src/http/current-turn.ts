import type { Engine } from "../engine/engine.ts";
import { awaitTurn } from "../engine/sessions/await-turn.ts";
import { viewMessage, viewSession } from "./views.ts";

/** A turn as an answer: at once, or when it ends or waits within `waitMs`. */
export async function currentTurn(
  engine: Engine,
  sessionId: string,
  turn: number,
  waitMs = 0,
): Promise<{
  session: ReturnType<typeof viewSession>;
  messages: readonly ReturnType<typeof viewMessage>[];
}> {
  const { session, messages } = await awaitTurn(engine, sessionId, turn, waitMs);
  return { session: viewSession(engine, session), messages: messages.map(viewMessage) };
}
