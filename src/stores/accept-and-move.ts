import { defineUpdate } from "./define-writes.ts";
import type { Fragment } from "./fragment.ts";
import type { Change } from "./journal.ts";
import { insertMessage } from "./tables/messages.ts";
import { encodeMove, MOVED_COLUMNS } from "./tables/sessions.ts";

type Accept = Extract<Change, { type: "message.accept" }>;
type Move = Extract<Change, { type: "session.move" }>;

/** A message, and the move that starts its turn: both write the row of its session. */
type AcceptAndMove = { readonly accept: Accept; readonly move: Move };

export function findAcceptAndMove(changes: readonly Change[]): AcceptAndMove | undefined {
  const accept = changes.find((change): change is Accept => change.type === "message.accept");
  if (!accept) return undefined;
  const move = changes.find(
    (change): change is Move =>
      change.type === "session.move" && change.session.id === accept.message.sessionId,
  );
  return move && { accept, move };
}

const takeAndMove = defineUpdate({
  table: "sessions",
  columns: [...MOVED_COLUMNS, "last_turn"],
  key: "id",
  expect: ["version", "last_turn"],
});

/**
 * Together they are written at once. One statement of PostgreSQL writes a row only once: so the step
 * stays one statement, not a transaction of two.
 */
export function writeAcceptAndMove({ accept, move }: AcceptAndMove): readonly Fragment[] {
  const { message } = accept;
  const { session, expect } = move;
  const row = { ...encodeMove(session), last_turn: message.turn };
  return [takeAndMove(row, [expect, message.turn - 1]), insertMessage(message)];
}
