import { CapstanError } from "../../base/errors.ts";
import type { AuditEntry } from "../../schema/audit-record.ts";
import type { SessionEvent } from "../../schema/event.ts";
import { insertInto } from "../define-writes.ts";
import { numbered } from "../sql.ts";
import { EVENT_COLUMNS, encodeEvent } from "../tables/events.ts";
import { encodeAudit } from "./audit-position.ts";
import type { Database } from "./database.ts";
import type { Heads } from "./heads.ts";

/** The two logs: rows are added at the head of their stream, never changed. */
export function createLogAppender(db: Database, heads: Heads) {
  const insertEvent = db.prepare(numbered(insertInto("events", EVENT_COLUMNS)));
  const insertRecord = db.prepare(
    `insert into audit (rowid, stream, sequence, body, hash) values (?, ?, ?, ?, ?)
     on conflict do nothing`,
  );

  return {
    addEvent(event: Omit<SessionEvent, "sequence">): void {
      const row = encodeEvent(event, heads.nextEvent(event.sessionId));
      insertEvent.run(...EVENT_COLUMNS.map((column) => row[column]));
    },
    addRecord(entry: AuditEntry): void {
      const { rowid, stream, sequence, body, hash } = encodeAudit(entry, heads.nextRecord);
      if (insertRecord.run(rowid, stream, sequence, body, hash) > 0) return;
      heads.overtake();
      throw new CapstanError("STATE_CONFLICT", `The end of "${stream}" moved: try again.`);
    },
  };
}
