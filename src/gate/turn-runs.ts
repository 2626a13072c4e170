import type { Invocation } from "../schema/invocation.ts";
import type { Gate } from "./gate.ts";

/** Whether the turn that a call belongs to is still the one to settle it. */
export async function turnRuns(
  { store }: Pick<Gate, "store">,
  { sessionId, turn, position }: Invocation,
): Promise<boolean> {
  if (sessionId === null || position === null) return false;
  const session = await store.sessions.get(sessionId);
  return session?.turn === turn && (session.state === "in_progress" || session.state === "paused");
}
