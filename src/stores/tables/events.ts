import type { SessionEvent } from "../../schema/event.ts";
import { parseStoredObject } from "../decode-json.ts";
import type { Queries } from "../queries.ts";
import type { SessionReader } from "../readers/session-reader.ts";
import { restoreText } from "../share-texts.ts";
import type { PerDialect } from "../sql.ts";

type EventRow = {
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
type ReadEventRow = EventRow & { said: string | null };

function decode(row: ReadEventRow): SessionEvent {
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

/**
 * Where in its turn the message stands. In PostgreSQL not read as JSON, of which it does not take all
 * that JavaScript writes: it is the last field, if it is there.
 */
const SAID_AT: PerDialect = {
  sqlite: "event.data ->> 'said_at'",
  postgres: `substring(right(event.data, 24) from '"said_at":([0-9]+)}$')::int`,
};

const selectAfter = (saidAt: string) => `
  select ${EVENT_COLUMNS.map((column) => `event.${column}`).join(", ")}, message.content as said
  from events as event left join messages as message
    on message.session_id = event.session_id and message.turn = event.turn
      and message.position = ${saidAt}
  where event.session_id = $1 and event.sequence > $2
  order by event.sequence limit $3 offset $4`;

/** How they are written, each store says for itself: they are one of the two logs. */
export function readEvents(db: Queries): Pick<SessionReader, "events" | "lastSequence"> {
  const after = db.all(selectAfter(SAID_AT[db.dialect]), decode);
  const head = db.one(
    "select events from heads where stream = $1",
    ({ events }: { events: number }) => events,
  );

  return {
    async events(sessionId, { since, limit, offset }) {
      const [items, newest = 0] = await Promise.all([
        after(sessionId, since, limit, offset),
        head(sessionId),
      ]);
      // No gaps, so that nothing needs counting: a stream is polled, whatever its length.
      return { items, total: Math.max(0, newest - Math.max(0, since)) };
    },
    lastSequence: async (sessionId) => (await head(sessionId)) ?? 0,
  };
}
