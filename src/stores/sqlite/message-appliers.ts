import { encodeMessage, MESSAGE_COLUMNS } from "../message-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { requireChanged } from "./require-changed.ts";

export function prepareMessageAppliers(db: Database): Appliers<"message.accept" | "message.add"> {
  const insert = prepareInsert(db, "messages", MESSAGE_COLUMNS);
  const takeTurn = db.prepare("update sessions set last_turn = ? where id = ? and last_turn = ?");

  return {
    "message.accept": ({ message }) => {
      const { sessionId, turn } = message;
      requireChanged(takeTurn.run(turn, sessionId, turn - 1), sessionId);
      insert(encodeMessage(message));
    },
    "message.add": ({ message }) => insert(encodeMessage(message)),
  };
}
