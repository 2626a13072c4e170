import type { Change } from "../ports/journal.ts";

type Accept = Extract<Change, { type: "message.accept" }>;
type Move = Extract<Change, { type: "session.move" }>;

/** A message, and the move that starts its turn: both write the row of its session. */
export type AcceptAndMove = { readonly accept: Accept; readonly move: Move };

/** Together they are written at once. */
export function findAcceptAndMove(changes: readonly Change[]): AcceptAndMove | undefined {
  const accept = changes.find((change): change is Accept => change.type === "message.accept");
  if (!accept) return undefined;
  const move = changes.find(
    (change): change is Move =>
      change.type === "session.move" && change.session.id === accept.message.sessionId,
  );
  return move && { accept, move };
}
