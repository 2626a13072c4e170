import { setImmediate } from "node:timers/promises";
import type { AuditReader } from "../../ports/audit-reader.ts";
import { AUDIT_COLUMNS, type AuditRow, storedRecord } from "../audit-row.ts";
import { inUtc } from "../in-utc.ts";
import { selectFrom } from "../sql.ts";
import { decodeCheckpoint } from "../tables/checkpoints.ts";
import { BEFORE_ANY } from "./audit-position.ts";
import { NEXT_CHECKPOINT, type PositionedCheckpoint } from "./checkpoint-queries.ts";
import type { Database } from "./database.ts";

type ExportRow = AuditRow & { rowid: number; wanted: number };

const BATCH = 500;

/**
 * Each checkpoint comes right after the last record that it covers, so that a reader of the export
 * knows which ends of streams it signed. What is appended while the export runs is left out.
 */
export function createAuditExporter(db: Database): AuditReader["export"] {
  const ends = db.prepare<{ rows: number; checkpoints: number }>(`
    select coalesce((select max(rowid) from audit), 0) as rows,
           coalesce((select max(sequence) from checkpoints), 0) as checkpoints`);
  const batchAfter = db.prepare<ExportRow>(
    selectFrom(
      "audit",
      [
        "rowid",
        ...AUDIT_COLUMNS,
        "(?3 is null or (json_valid(body) and body ->> 'ts' >= ?3)) as wanted",
      ],
      `where rowid > ?1 and rowid <= ?2 order by rowid limit ${BATCH}`,
    ),
  );
  const checkpointAfter = db.prepare<PositionedCheckpoint>(NEXT_CHECKPOINT);

  return async function* (since) {
    const { rows, checkpoints } = ends.get() ?? { rows: 0, checkpoints: 0 };
    const following = (sequence: number) => checkpointAfter.get(sequence, checkpoints);
    let next = following(BEFORE_ANY);
    let started = since === undefined;
    let after = BEFORE_ANY;
    for (;;) {
      const batch = batchAfter.all(after, rows, since === undefined ? null : inUtc(since));
      for (const row of batch) {
        for (; next && next.audit_rowid < row.rowid; next = following(next.sequence)) {
          if (started) yield decodeCheckpoint(next);
        }
        started ||= row.wanted === 1;
        if (started) yield storedRecord(row);
        after = row.rowid;
      }
      if (batch.length < BATCH) break;
      await setImmediate();
    }
    for (; next; next = following(next.sequence)) if (started) yield decodeCheckpoint(next);
  };
}
