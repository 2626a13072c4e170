import type { AcceptAndMove } from "../accept-and-move.ts";
import { encodeMessage, MESSAGE_COLUMNS } from "../message-row.ts";
import { encodeMove, MOVED_COLUMNS } from "../session-row.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { prepareUpdate } from "./prepare-update.ts";

export function prepareAcceptAndMove(db: Database): (both: AcceptAndMove) => void {
  const insert = prepareInsert(db, "messages", MESSAGE_COLUMNS);
  const update = prepareUpdate(db, {
    table: "sessions",
    key: "id",
    columns: [...MOVED_COLUMNS, "last_turn"],
    expect: ["version", "last_turn"],
  });
  return ({ accept: { message }, move: { session, expect } }) => {
    const { turn } = message;
    update({ ...encodeMove(session), last_turn: turn }, [expect, turn - 1]);
    insert(encodeMessage(message));
  };
}
