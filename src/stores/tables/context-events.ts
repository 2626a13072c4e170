import { type ContextEvent, KEPT } from "../../schema/context.ts";
import { parseStored } from "../decode-json.ts";
import { defineInsert } from "../define-writes.ts";
import { template } from "../fragment.ts";
import type { Queries } from "../queries.ts";
import type { ContextReader } from "../readers/context-reader.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type ContextEventRow = {
  id: string;
  context_id: string;
  event_type: string;
  payload: string;
  timestamp: string;
  turn_number: number;
  agent_id: string | null;
  message_id: string | null;
};

const COLUMNS = [
  "id",
  "context_id",
  "event_type",
  "payload",
  "timestamp",
  "turn_number",
  "agent_id",
  "message_id",
] as const satisfies readonly (keyof ContextEventRow)[];

function encode(event: ContextEvent): ContextEventRow {
  return {
    id: event.id,
    context_id: event.contextId,
    event_type: event.type,
    payload: JSON.stringify(event.payload),
    timestamp: event.ts,
    turn_number: event.turn,
    agent_id: event.agentId,
    message_id: event.messageId,
  };
}

function decode(row: ContextEventRow): ContextEvent {
  return {
    id: row.id,
    contextId: row.context_id,
    type: row.event_type,
    payload: parseStored(row.payload, "agent_conversation_events.payload"),
    ts: row.timestamp,
    turn: row.turn_number,
    agentId: row.agent_id,
    messageId: row.message_id,
  };
}

const insert = defineInsert({
  table: "agent_conversation_events",
  columns: COLUMNS,
  key: "context_id",
});

const trimTo = (kept: number) => `
  delete from agent_conversation_events where context_id = $1 and id <= (
    select id from agent_conversation_events where context_id = $1
    order by id desc limit 1 offset ${kept})`;

// The parts of PostgreSQL's statement do not see what the others write: beside the new one stays
// one less.
const trim = template({ sqlite: trimTo(KEPT.events), postgres: trimTo(KEPT.events - 1) });

export const contextEvents: Table<"context.note"> = {
  writes: {
    "context.note": ({ event }) => [
      insert(encode(event)),
      { template: trim, values: [event.contextId], row: `trim ${event.contextId}` },
    ],
  },
};

const select = (rest: string) => selectFrom("agent_conversation_events", COLUMNS, rest);

export function readContextEvents(db: Queries): Pick<ContextReader, "events" | "eventByMessageId"> {
  return {
    events: db.all(select("where context_id = $1 order by id"), decode),
    eventByMessageId: db.one(select("where context_id = $1 and message_id = $2"), decode),
  };
}
