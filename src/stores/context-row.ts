import { Context, type ContextEvent, type Fact } from "../schema/context.ts";
import { decodeJson, parseStored } from "./decode-json.ts";

export type ContextRow = {
  context_id: string;
  session_id: string | null;
  current_turn: number;
  task_state: string;
  summary: string;
  version: number;
  agent_state_detail: string;
  input_request_payload: string | null;
  created_at: string;
  updated_at: string;
};

export const CONTEXT_COLUMNS = [
  "context_id",
  "session_id",
  "current_turn",
  "task_state",
  "summary",
  "version",
  "agent_state_detail",
  "input_request_payload",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof ContextRow)[];

export function encodeContext(context: Context): ContextRow {
  return {
    context_id: context.id,
    session_id: context.sessionId,
    current_turn: context.turn,
    task_state: context.state,
    summary: context.summary,
    version: context.version,
    agent_state_detail: JSON.stringify(context.detail),
    input_request_payload: context.inputRequest && JSON.stringify(context.inputRequest),
    created_at: context.createdAt,
    updated_at: context.updatedAt,
  };
}

export function decodeContext(row: ContextRow): Context {
  const { inputRequest } = Context.shape;
  return {
    id: row.context_id,
    sessionId: row.session_id,
    turn: row.current_turn,
    state: row.task_state as Context["state"],
    summary: row.summary,
    version: row.version,
    detail: parseStored(row.agent_state_detail, "agent_context_state.agent_state_detail"),
    inputRequest:
      row.input_request_payload === null
        ? null
        : decodeJson(inputRequest, row.input_request_payload, "agent_context_state.input_request"),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export type ContextEventRow = {
  id: string;
  context_id: string;
  event_type: string;
  payload: string;
  timestamp: string;
  turn_number: number;
  agent_id: string | null;
  message_id: string | null;
};

export const CONTEXT_EVENT_COLUMNS = [
  "id",
  "context_id",
  "event_type",
  "payload",
  "timestamp",
  "turn_number",
  "agent_id",
  "message_id",
] as const satisfies readonly (keyof ContextEventRow)[];

export function encodeContextEvent(event: ContextEvent): ContextEventRow {
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

export function decodeContextEvent(row: ContextEventRow): ContextEvent {
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

export type FactRow = {
  context_id: string;
  bucket: string;
  key: string;
  value: string;
  timestamp: string;
  expires_at: string | null;
};

export const FACT_COLUMNS = [
  "context_id",
  "bucket",
  "key",
  "value",
  "timestamp",
  "expires_at",
] as const satisfies readonly (keyof FactRow)[];

export function encodeFact(fact: Fact): FactRow {
  return {
    context_id: fact.contextId,
    bucket: fact.bucket,
    key: fact.key,
    value: JSON.stringify(fact.value),
    timestamp: fact.ts,
    expires_at: fact.expiresAt,
  };
}

export function decodeFact(row: FactRow): Fact {
  return {
    contextId: row.context_id,
    bucket: row.bucket,
    key: row.key,
    value: parseStored(row.value, "agent_pocket_facts.value"),
    ts: row.timestamp,
    expiresAt: row.expires_at,
  };
}
