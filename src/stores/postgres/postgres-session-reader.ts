import type { ActorUsage, SessionReader } from "../../ports/session-reader.ts";
import { decodeEvent, EVENT_COLUMNS, type ReadEventRow } from "../event-row.ts";
import {
  decodeMessage,
  decodeSaid,
  MESSAGE_COLUMNS,
  type MessageRow,
  SAID_COLUMNS,
  type SaidList,
} from "../message-row.ts";
import { selectFrom } from "../select-from.ts";
import { decodeSession, SESSION_COLUMNS, type SessionRow } from "../session-row.ts";
import type { Database } from "./database.ts";
import { createListQuery } from "./list-query.ts";

type SessionLists = Pick<SessionReader, "get" | "list" | "listUnfinished">;
type MessageLists = Pick<
  SessionReader,
  "conversation" | "messages" | "messageByCallerId" | "usage"
>;
type EventLists = Pick<SessionReader, "events" | "lastSequence">;

export function createPostgresSessionReader(db: Database): SessionReader {
  return { ...readSessions(db), ...readMessages(db), ...readEvents(db) };
}

const ONE = selectFrom("sessions", SESSION_COLUMNS, "where id = $1");

// The condition of the index sessions_unfinished: the planner compares them.
const UNFINISHED = `select id from sessions
  where state = 'in_progress' or (last_turn > turn and state in
    ('pending', 'completed', 'failed', 'timeout', 'blocked', 'escalated'))
  order by id`;

function readSessions(db: Database): SessionLists {
  const page = createListQuery<SessionRow>(db, {
    table: "sessions",
    columns: SESSION_COLUMNS,
    order: "id desc",
  });

  return {
    async get(id) {
      const row = await db.get<SessionRow>(ONE, id);
      return row && decodeSession(row);
    },
    async list({ createdBy, ...bounds }) {
      const { items, total } = await page([["created_by = ?", createdBy]], bounds);
      return { items: items.map(decodeSession), total };
    },
    async listUnfinished() {
      const rows = await db.all<{ id: string }>(UNFINISHED);
      return rows.map((row) => row.id);
    },
  };
}

const THROUGH = selectFrom(
  "messages",
  SAID_COLUMNS,
  "where session_id = $1 and turn > $2 and turn <= $3 order by turn, position",
);
const OF_CALLER = selectFrom(
  "messages",
  MESSAGE_COLUMNS,
  "where session_id = $1 and message_id = $2",
);

const USAGE = `
  select created_by as actor, count(*)::int as "modelCalls",
    sum((usage::json ->> 'inputTokens')::bigint)::float8 as "inputTokens",
    sum((usage::json ->> 'outputTokens')::bigint)::float8 as "outputTokens",
    sum((usage::json ->> 'cost')::float8) as cost
  from messages join sessions on sessions.id = messages.session_id
  where usage is not null group by created_by order by created_by`;

function readMessages(db: Database): MessageLists {
  const page = createListQuery<MessageRow>(db, {
    table: "messages",
    columns: MESSAGE_COLUMNS,
    order: "turn, position",
  });

  return {
    async conversation(sessionId, throughTurn, afterTurn = 0) {
      const lists = await db.lists<SaidList>(THROUGH, sessionId, afterTurn, throughTurn);
      return lists.map((list) => decodeSaid(sessionId, list));
    },
    async messages(sessionId, filter) {
      const { items, total } = await page(
        [
          ["session_id = ?", sessionId],
          ["turn = ?", filter.turn],
        ],
        filter,
      );
      return { items: items.map(decodeMessage), total };
    },
    usage: () => db.all<ActorUsage>(USAGE),
    async messageByCallerId(sessionId, messageId) {
      const row = await db.get<MessageRow>(OF_CALLER, sessionId, messageId);
      return row && decodeMessage(row);
    },
  };
}

// Not as JSON: PostgreSQL does not take all that JavaScript writes. It is the last field, if there.
const SAID_AT = `substring(right(event.data, 24) from '"said_at":([0-9]+)}$')::int`;
const AFTER = `
  select ${EVENT_COLUMNS.map((column) => `event.${column}`).join(", ")}, message.content as said
  from events as event left join messages as message
    on message.session_id = event.session_id and message.turn = event.turn
      and message.position = ${SAID_AT}
  where event.session_id = $1 and event.sequence > $2
  order by event.sequence limit $3 offset $4`;

function readEvents(db: Database): EventLists {
  async function last(sessionId: string): Promise<number> {
    const head = await db.get<{ events: number }>(
      "select events from heads where stream = $1",
      sessionId,
    );
    return head?.events ?? 0;
  }

  return {
    async events(sessionId, { since, limit, offset }) {
      const [rows, newest] = await Promise.all([
        db.all<ReadEventRow>(AFTER, sessionId, since, limit, offset),
        last(sessionId),
      ]);
      // No gaps, so that nothing needs counting: a stream is polled, whatever its length.
      return { items: rows.map(decodeEvent), total: Math.max(0, newest - Math.max(0, since)) };
    },
    lastSequence: last,
  };
}
