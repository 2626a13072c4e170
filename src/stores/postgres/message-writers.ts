import type { Message } from "../../schema/message.ts";
import { encodeMessage, MESSAGE_COLUMNS } from "../message-row.ts";
import { defineInsert, type Fragment, template } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const insert = defineInsert({ table: "messages", columns: MESSAGE_COLUMNS, key: "id" });
const takeTurn = template(
  "update sessions set last_turn = $1 where id = $2 and last_turn = $1 - 1 returning 1",
);
// That there is no intent is asked here as well, not left to its key: while its owner records the
// outcome, the insert waits for that commit, and would not see the message that came with it.
const isFree = template(`
  select 1 from sessions
  where id = $1 and turn = $2 and state = 'in_progress'
    and not exists (select 1 from messages where session_id = $1 and turn = $2 and position = $3)
    and not exists (select 1 from ledger where invocation_id = $4)`);

export function insertMessage(message: Message): Fragment {
  return insert(encodeMessage(message));
}

export const messageWriters: Writers<"message.accept" | "message.add" | "place.expect"> = {
  "message.accept": ({ message }) => {
    const { sessionId, turn } = message;
    const taken = { values: [turn, sessionId], row: `sessions ${sessionId}`, subject: sessionId };
    return [{ template: takeTurn, ...taken }, insertMessage(message)];
  },
  "message.add": ({ message }) => [insertMessage(message)],
  "place.expect": ({ sessionId, turn, position, unclaimed }) => [
    {
      template: isFree,
      values: [sessionId, turn, position, unclaimed],
      row: `places ${sessionId} ${turn} ${position}`,
      subject: sessionId,
    },
  ],
};
