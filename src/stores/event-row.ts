import type { SessionEvent } from "../schema/event.ts";
import { parseStoredObject } from "./decode-json.ts";

export type EventRow = {
  session_id: string;
  sequence: number;
  id: string;
  type: string;
  turn: number;
  ts: string;
  data: string;
};

export const EVENT_COLUMNS = [
  "session_id",
  "sequence",
  "id",
  "type",
  "turn",
  "ts",
  "data",
] as const satisfies readonly (keyof EventRow)[];

export function encodeEvent(event: Omit<SessionEvent, "sequence">, sequence: number): EventRow {
  return {
    session_id: event.sessionId,
    sequence,
    id: event.id,
    type: event.type,
    turn: event.turn,
    ts: event.ts,
    data: JSON.stringify(event.data),
  };
}

export function decodeEvent(row: EventRow): SessionEvent {
  return {
    id: row.id,
    type: row.type as SessionEvent["type"],
    sequence: row.sequence,
    sessionId: row.session_id,
    turn: row.turn,
    ts: row.ts,
    data: parseStoredObject(row.data, "events.data"),
  };
}
