import { CapstanError } from "../../base/errors.ts";
import { EVENT_COLUMNS, encodeEvent } from "../event-row.ts";
import type { Appliers } from "./appliers.ts";
import { encodeAudit } from "./audit-place.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";

/** The two logs: rows are added at the head of their stream, never changed. */
export function prepareLogAppliers(db: Database): Appliers<"event.add" | "audit.add"> {
  const insertEvent = prepareInsert(db, "events", EVENT_COLUMNS);
  const insertRecord = db.prepare(
    `insert into audit (rowid, stream, sequence, body, hash) values (?, ?, ?, ?, ?)
     on conflict do nothing`,
  );

  return {
    "event.add": ({ event }, heads) => {
      insertEvent(encodeEvent(event, heads.nextEvent(event.sessionId)));
    },
    "audit.add": ({ entry }, heads) => {
      const { rowid, stream, sequence, body, hash } = encodeAudit(entry, heads.nextRecord);
      if (insertRecord.run(rowid, stream, sequence, body, hash) > 0) return;
      heads.overtake();
      throw new CapstanError("STATE_CONFLICT", `The end of "${stream}" moved: try again.`);
    },
  };
}
