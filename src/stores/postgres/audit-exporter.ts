import type { AuditReader } from "../../ports/audit-reader.ts";
import type { Checkpoint } from "../../schema/checkpoint.ts";
import { AUDIT_COLUMNS, type AuditRow, storedRecord } from "../audit-row.ts";
import { inUtc } from "../in-utc.ts";
import { selectFrom } from "../sql.ts";
import { CHECKPOINT_COLUMNS, decodeCheckpoint } from "../tables/checkpoints.ts";
import type { Database } from "./database.ts";

type ExportRow = AuditRow & { position: number; wanted: boolean };
type PositionedCheckpoint = Checkpoint & { audit_position: number };

const BATCH = 500;

const ENDS = `
  select coalesce((select max(position) from audit), 0) as records,
         coalesce((select max(sequence) from checkpoints), 0) as checkpoints`;

const RECORDS_AFTER = selectFrom(
  "audit",
  ["position", ...AUDIT_COLUMNS, "($3::text is null or ts >= $3) as wanted"],
  `where position > $1 and position <= $2 order by position limit ${BATCH}`,
);

const CHECKPOINTS_AFTER = selectFrom(
  "checkpoints",
  [...CHECKPOINT_COLUMNS, "audit_position"],
  `where sequence > $1 and sequence <= $2 order by sequence limit ${BATCH}`,
);

/**
 * Each checkpoint comes right after the last record that it covers, so that a reader of the export
 * knows which ends of streams it signed. What is appended while the export runs is left out.
 */
export function createAuditExporter(db: Database): AuditReader["export"] {
  return async function* (since) {
    const ends = await db.get<{ records: number; checkpoints: number }>(ENDS);
    if (!ends) return;
    const from = since === undefined ? null : inUtc(since);
    const checkpoints = readAhead<PositionedCheckpoint>((after) =>
      db.all(CHECKPOINTS_AFTER, after?.sequence ?? 0, ends.checkpoints),
    );
    const records = readAhead<ExportRow>((after) =>
      db.all(RECORDS_AFTER, after?.position ?? 0, ends.records, from),
    );
    let next = await checkpoints();
    let started = from === null;
    for (let row = await records(); row; row = await records()) {
      for (; next && next.audit_position < row.position; next = await checkpoints()) {
        if (started) yield decodeCheckpoint(next);
      }
      started ||= row.wanted;
      if (started) yield storedRecord(row);
    }
    for (; next; next = await checkpoints()) if (started) yield decodeCheckpoint(next);
  };
}

/** One row at a time, read in batches. */
function readAhead<Row>(
  readAfter: (last: Row | undefined) => Promise<readonly Row[]>,
): () => Promise<Row | undefined> {
  let batch: readonly Row[] = [];
  let index = 0;
  return async () => {
    if (index === batch.length) {
      batch = await readAfter(batch.at(-1));
      index = 0;
    }
    return batch[index++];
  };
}
