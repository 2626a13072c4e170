import type { SessionEvent } from "../schema/event.ts";
import { parseStoredObject } from "./decode-json.ts";
import { restoreText } from "./share-texts.ts";

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

/** With the text of the message that the event refers to, if it refers to one. */
export type ReadEventRow = EventRow & { said: string | null };

export function decodeEvent(row: ReadEventRow): SessionEvent {
  return {
    id: row.id,
    type: row.type as SessionEvent["type"],
    sequence: row.sequence,
    sessionId: row.session_id,
    turn: row.turn,
    ts: row.ts,
    data: restoreText(row.type, parseStoredObject(row.data, "events.data"), row.said),
  };
}
