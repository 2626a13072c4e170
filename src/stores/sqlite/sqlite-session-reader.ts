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

export function createSqliteSessionReader(db: Database): SessionReader {
  return { ...readSessions(db), ...readMessages(db), ...readEvents(db) };
}

// The condition of the index sessions_unfinished, to the letter: the planner compares them.
const UNFINISHED = `state = 'in_progress' or (last_turn > turn and state in
  ('pending', 'completed', 'failed', 'timeout', 'blocked', 'escalated'))`;

function readSessions(db: Database): SessionLists {
  const one = db.prepare<SessionRow>(selectFrom("sessions", SESSION_COLUMNS, "where id = ?"));
  const unfinished = db.prepare<{ id: string }>(
    `select id from sessions where ${UNFINISHED} order by id`,
  );
  const page = createListQuery<SessionRow>(db, {
    table: "sessions",
    columns: SESSION_COLUMNS,
    order: "id desc",
  });

  return {
    async get(id) {
      const row = one.get(id);
      return row && decodeSession(row);
    },
    async list({ createdBy, ...bounds }) {
      const { items, total } = page([["created_by = ?", createdBy]], bounds);
      return { items: items.map(decodeSession), total };
    },
    async listUnfinished() {
      return unfinished.all().map((row) => row.id);
    },
  };
}

const USAGE = `
  select created_by as actor, count(*) as modelCalls,
    sum(usage ->> 'inputTokens') as inputTokens, sum(usage ->> 'outputTokens') as outputTokens,
    sum(usage ->> 'cost') as cost
  from messages join sessions on sessions.id = messages.session_id
  where usage is not null group by created_by order by created_by`;

function readMessages(db: Database): MessageLists {
  const prepare = (rest: string) =>
    db.prepare<MessageRow>(selectFrom("messages", MESSAGE_COLUMNS, rest));
  const through = db.prepareLists<SaidList>(
    selectFrom(
      "messages",
      SAID_COLUMNS,
      "where session_id = ? and turn > ? and turn <= ? order by turn, position",
    ),
  );
  const ofCaller = prepare("where session_id = ? and message_id = ?");
  const page = createListQuery<MessageRow>(db, {
    table: "messages",
    columns: MESSAGE_COLUMNS,
    order: "turn, position",
  });

  return {
    async conversation(sessionId, throughTurn, afterTurn = 0) {
      const lists = through.all(sessionId, afterTurn, throughTurn);
      return lists.map((list) => decodeSaid(sessionId, list));
    },
    async messages(sessionId, filter) {
      const { items, total } = page(
        [
          ["session_id = ?", sessionId],
          ["turn = ?", filter.turn],
        ],
        filter,
      );
      return { items: items.map(decodeMessage), total };
    },
    async usage() {
      // A walk over all messages, prepared when somebody asks: no turn needs it.
      return db.prepare<ActorUsage>(USAGE).all();
    },
    async messageByCallerId(sessionId, messageId) {
      const row = ofCaller.get(sessionId, messageId);
      return row && decodeMessage(row);
    },
  };
}

const AFTER = `
  select ${EVENT_COLUMNS.map((column) => `event.${column}`).join(", ")}, message.content as said
  from events as event left join messages as message
    on message.session_id = event.session_id and message.turn = event.turn
      and message.position = event.data ->> 'said_at'
  where event.session_id = ? and event.sequence > ? order by event.sequence limit ? offset ?`;

function readEvents(db: Database): EventLists {
  const after = db.prepare<ReadEventRow>(AFTER);
  const head = db.prepare<{ events: number }>("select events from heads where stream = ?");
  const last = (sessionId: string) => head.get(sessionId)?.events ?? 0;

  return {
    async events(sessionId, { since, limit, offset }) {
      const items = after.all(sessionId, since, limit, offset).map(decodeEvent);
      // No gaps, so that nothing needs counting: a stream is polled, whatever its length.
      return { items, total: Math.max(0, last(sessionId) - Math.max(0, since)) };
    },
    async lastSequence(sessionId) {
      return last(sessionId);
    },
  };
}
