import type { Appliers } from "./appliers.ts";
import { AUDIT_COLUMNS, encodeAudit } from "./audit-row.ts";
import type { Database } from "./database.ts";
import { EVENT_COLUMNS, encodeEvent } from "./event-row.ts";
import { prepareInsert } from "./prepare-insert.ts";

/** The two logs: rows are added at the head of their stream, never changed. */
export function prepareLogAppliers(db: Database): Appliers<"event.add" | "audit.add"> {
  const insertEvent = prepareInsert(db, "events", EVENT_COLUMNS);
  const insertRecord = prepareInsert(db, "audit", AUDIT_COLUMNS);

  return {
    "event.add": ({ event }, heads) => {
      insertEvent(encodeEvent(event, heads.nextEvent(event.sessionId)));
    },
    "audit.add": ({ entry }, heads) => {
      const place = (bodyHash: string) => heads.nextRecord(entry.stream, bodyHash);
      insertRecord(encodeAudit(entry, place));
    },
  };
}
