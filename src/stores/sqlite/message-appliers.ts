import { encodeMessage, MESSAGE_COLUMNS } from "../message-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { requireChanged } from "./require-changed.ts";

type MessageChange = "message.accept" | "message.add" | "place.expect";

export function prepareMessageAppliers(db: Database): Appliers<MessageChange> {
  const insert = prepareInsert(db, "messages", MESSAGE_COLUMNS);
  const takeTurn = db.prepare("update sessions set last_turn = ? where id = ? and last_turn = ?");
  const isFree = db.prepare(`select 1 from sessions
    where id = ?1 and turn = ?2 and state = 'in_progress'
      and not exists (select 1 from messages where session_id = ?1 and turn = ?2 and position = ?3)
      and not exists (select 1 from ledger where invocation_id = ?4)`);

  return {
    "message.accept": ({ message }) => {
      const { sessionId, turn } = message;
      requireChanged(takeTurn.run(turn, sessionId, turn - 1), sessionId);
      insert(encodeMessage(message));
    },
    "message.add": ({ message }) => insert(encodeMessage(message)),
    "place.expect": ({ sessionId, turn, position, unclaimed }) => {
      const row = isFree.get(sessionId, turn, position, unclaimed);
      requireChanged(row === undefined ? 0 : 1, sessionId);
    },
  };
}
