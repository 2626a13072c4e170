import { encodeMessage, MESSAGE_COLUMNS } from "../message-row.ts";
import { defineInsert, template } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const insert = defineInsert({ table: "messages", columns: MESSAGE_COLUMNS, key: "id" });
const takeTurn = template(
  "update sessions set last_turn = $1 where id = $2 and last_turn = $1 - 1 returning 1",
);

export const messageWriters: Writers<"message.accept" | "message.add"> = {
  "message.accept": ({ message }) => {
    const { sessionId, turn } = message;
    const taken = { values: [turn, sessionId], row: `sessions ${sessionId}`, subject: sessionId };
    return [{ template: takeTurn, ...taken }, insert(encodeMessage(message))];
  },
  "message.add": ({ message }) => [insert(encodeMessage(message))],
};
