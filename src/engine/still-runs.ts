import type { Session } from "../schema/session.ts";
import type { Engine } from "./engine.ts";
import type { Watch } from "./watch-session.ts";

/**
 * The session as it is now, if this turn is still the one to run. Someone may have paused or
 * cancelled it, or another process may have taken it over while this one stood still.
 */
export async function stillRuns(
  { gate }: Engine,
  session: Session,
  watch: Watch,
): Promise<Session | undefined> {
  if (!watch.takeMoved()) return session;
  const { id, turn } = session;
  const now = await gate.store.sessions.get(id);
  return now?.state === "in_progress" && now.turn === turn ? now : undefined;
}
