import type { Session } from "../schema/session.ts";
import type { Engine } from "./engine.ts";

/**
 * The session as it is now, if this turn is still the one to run. Someone may have paused or
 * cancelled it, or another process may have taken it over while this one stood still.
 */
export async function stillRuns(
  { gate }: Engine,
  { id, turn }: Session,
): Promise<Session | undefined> {
  const now = await gate.store.sessions.get(id);
  return now?.state === "in_progress" && now.turn === turn ? now : undefined;
}
