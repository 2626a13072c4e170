import type { AcceptAndMove } from "../accept-and-move.ts";
import { encodeMove, MOVED_COLUMNS } from "../session-row.ts";
import { defineUpdate, type Fragment } from "./fragment.ts";
import { insertMessage } from "./message-writers.ts";

const takeAndMove = defineUpdate({
  table: "sessions",
  columns: [...MOVED_COLUMNS, "last_turn"],
  key: "id",
  expect: ["version", "last_turn"],
});

/**
 * One statement writes a row only once. Together they are one part of it, and the step stays one
 * statement, not a transaction of two.
 */
export function writeAcceptAndMove({ accept, move }: AcceptAndMove): readonly Fragment[] {
  const { message } = accept;
  const { session, expect } = move;
  const row = { ...encodeMove(session), last_turn: message.turn };
  return [takeAndMove(row, [expect, message.turn - 1]), insertMessage(message)];
}
