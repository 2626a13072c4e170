import { timestamp } from "../../base/clock.ts";
import { AUDIT_COLUMNS, decodeAudit } from "../audit-row.ts";
import { inUtc } from "../in-utc.ts";
import type { AuditReader } from "../readers/audit-reader.ts";
import { readCheckpoints } from "../tables/checkpoints.ts";
import { createAuditExporter } from "./audit-exporter.ts";
import { OF_A_SESSION } from "./audit-position.ts";
import { createRangeReader } from "./audit-range.ts";
import { createAuditVerifier } from "./audit-verifier.ts";
import type { Database } from "./database.ts";
import type { Heads } from "./heads.ts";
import { createSqliteQueries } from "./sqlite-queries.ts";
import { createUnsealedHeadsReader } from "./unsealed-heads.ts";

/** How far the clock may have stepped back between two records of a call. */
const CLOCK_STEP_MS = 3_600_000;

export function createSqliteAuditReader(db: Database, heads: Heads): AuditReader {
  const queries = createSqliteQueries(db);
  // The rowid, because neither times nor ids of several writers need be in the order of insertion.
  // Records are never deleted, so that it only rises; VACUUM may renumber it, but keeps the order.
  const page = queries.page(
    {
      table: "audit",
      columns: AUDIT_COLUMNS,
      order: "rowid desc",
    },
    decodeAudit,
  );
  const lastBefore = db.prepare<{ rowid: number }>(
    "select rowid from audit where body ->> 'ts' < ? order by rowid desc limit 1",
  );

  return {
    async list({ sessionId, toolId, invocationId, actors, types, since, ...bounds }) {
      // Calls outside sessions have no index, which each of them would pay for: the walk is back
      // from the newest record, to where the call cannot have begun yet.
      const start = invocationId !== undefined && sessionId === undefined ? since : undefined;
      return page(
        [
          [`stream = ? and ${OF_A_SESSION}`, sessionId],
          ["rowid > ?", start && rowBefore(start)],
          // Most records do not hold the id at all: that is told faster than by reading their JSON.
          ["instr(body, ?) > 0 and body ->> 'invocation_id' = ?", invocationId],
          ["body ->> 'tool_id' = ?", toolId],
          [
            "body ->> 'actor' in (select value from json_each(?))",
            actors && JSON.stringify(actors),
          ],
          ["instr(?, ',' || (body ->> 'type') || ',') > 0", types && `,${types.join()},`],
          ["body ->> 'ts' >= ?", since && inUtc(since)],
        ],
        bounds,
      );
    },
    verify: createAuditVerifier(db, heads),
    range: createRangeReader(db),
    export: createAuditExporter(db),
    unsealedHeads: createUnsealedHeadsReader(db, heads),
    ...readCheckpoints(queries),
  };

  function rowBefore(time: string): number {
    return lastBefore.get(timestamp(Date.parse(time) - CLOCK_STEP_MS))?.rowid ?? 0;
  }
}
