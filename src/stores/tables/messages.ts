import type { Message } from "../../schema/message.ts";
import { defineInsert } from "../define-writes.ts";
import { type Fragment, template } from "../fragment.ts";
import type { Queries } from "../queries.ts";
import type { ActorUsage, SessionReader } from "../readers/session-reader.ts";
import { type PerDialect, selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";
import {
  decodeMessage,
  decodeSaid,
  encodeMessage,
  MESSAGE_COLUMNS,
  SAID_COLUMNS,
  type SaidList,
} from "./message-row.ts";

const insert = defineInsert({ table: "messages", columns: MESSAGE_COLUMNS, key: "id" });
const takeTurn = template(
  "update sessions set last_turn = $1 where id = $2 and last_turn = $1 - 1",
);
// That there is no intent is asked here as well, not left to its key: while its owner records the
// outcome, PostgreSQL lets the insert wait for that commit, and it would not see the message that
// came with it.
const isFree = template(`
  select 1 from sessions
  where id = $1 and turn = $2 and state = 'in_progress'
    and not exists (select 1 from messages where session_id = $1 and turn = $2 and position = $3)
    and not exists (select 1 from ledger where invocation_id = $4)`);

export function insertMessage(message: Message): Fragment {
  return insert(encodeMessage(message));
}

export const messages: Table<"message.accept" | "message.add" | "position.expect"> = {
  writes: {
    "message.accept": ({ message }) => {
      const { sessionId, turn } = message;
      const taken = { values: [turn, sessionId], row: `sessions ${sessionId}`, subject: sessionId };
      return [{ template: takeTurn, ...taken }, insertMessage(message)];
    },
    "message.add": ({ message }) => [insertMessage(message)],
    "position.expect": ({ sessionId, turn, position, unclaimed }) => [
      {
        template: isFree,
        values: [sessionId, turn, position, unclaimed],
        row: `places ${sessionId} ${turn} ${position}`,
        subject: sessionId,
      },
    ],
  },
};

const USED = `from messages join sessions on sessions.id = messages.session_id
  where usage is not null group by created_by order by created_by`;

const USAGE: PerDialect = {
  sqlite: `
    select created_by as actor, count(*) as "modelCalls",
      sum(usage ->> 'inputTokens') as "inputTokens",
      sum(usage ->> 'outputTokens') as "outputTokens",
      sum(usage ->> 'cost') as cost
    ${USED}`,
  postgres: `
    select created_by as actor, count(*)::int as "modelCalls",
      sum((usage::json ->> 'inputTokens')::bigint)::float8 as "inputTokens",
      sum((usage::json ->> 'outputTokens')::bigint)::float8 as "outputTokens",
      sum((usage::json ->> 'cost')::float8) as cost
    ${USED}`,
};

type MessageReads = Pick<
  SessionReader,
  "conversation" | "messages" | "messageByCallerId" | "usage"
>;

export function readMessages(db: Queries): MessageReads {
  const through = db.lists<SaidList>(
    selectFrom(
      "messages",
      SAID_COLUMNS,
      "where session_id = $1 and turn > $2 and turn <= $3 order by turn, position",
    ),
  );
  const page = db.page(
    { table: "messages", columns: MESSAGE_COLUMNS, order: "turn, position" },
    decodeMessage,
  );
  const ofCaller = selectFrom(
    "messages",
    MESSAGE_COLUMNS,
    "where session_id = $1 and message_id = $2",
  );

  return {
    async conversation(sessionId, throughTurn, afterTurn = 0) {
      const lists = await through(sessionId, afterTurn, throughTurn);
      return lists.map((list) => decodeSaid(sessionId, list));
    },
    messages: (sessionId, filter) =>
      page(
        [
          ["session_id = ?", sessionId],
          ["turn = ?", filter.turn],
        ],
        filter,
      ),
    messageByCallerId: db.one(ofCaller, decodeMessage),
    usage: db.all(USAGE[db.dialect], (row: ActorUsage) => row),
  };
}
