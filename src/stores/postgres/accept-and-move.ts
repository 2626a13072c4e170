import type { Change } from "../../ports/journal.ts";
import { encodeSession } from "../session-row.ts";
import { defineUpdate, type Fragment } from "./fragment.ts";
import { insertMessage } from "./message-writers.ts";
import { MOVED_COLUMNS } from "./session-writers.ts";

type Accept = Extract<Change, { type: "message.accept" }>;
type Move = Extract<Change, { type: "session.move" }>;
type AcceptAndMove = { readonly accept: Accept; readonly move: Move };

const takeAndMove = defineUpdate({
  table: "sessions",
  columns: [...MOVED_COLUMNS, "last_turn"],
  key: "id",
  expect: ["version", "last_turn"],
});

/**
 * A message and the move that starts its turn write the same row, and one statement writes a row
 * only once. Together they are one part, and the step is one statement, not a transaction of two.
 */
export function findAcceptAndMove(changes: readonly Change[]): AcceptAndMove | undefined {
  const accept = changes.find((change): change is Accept => change.type === "message.accept");
  const move = changes.find(
    (change): change is Move =>
      change.type === "session.move" && change.session.id === accept?.message.sessionId,
  );
  return accept && move && { accept, move };
}

export function writeAcceptAndMove({ accept, move }: AcceptAndMove): readonly Fragment[] {
  const { message } = accept;
  const { session, expect } = move;
  const row = { ...encodeSession(session), last_turn: message.turn };
  return [takeAndMove(row, [expect, message.turn - 1]), insertMessage(message)];
}
