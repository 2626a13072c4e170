import { setImmediate } from "node:timers/promises";
import type { Checkpoint } from "../../schema/checkpoint.ts";
import { AUDIT_COLUMNS, type AuditRow } from "../audit-row.ts";
import { createExport, EXPORT_BATCH } from "../export-audit.ts";
import type { AuditReader } from "../readers/audit-reader.ts";
import { selectFrom } from "../sql.ts";
import { CHECKPOINT_COLUMNS } from "../tables/checkpoints.ts";
import type { Database } from "./database.ts";

export function createAuditExporter(db: Database): AuditReader["export"] {
  const ends = db.prepare<{ records: number; checkpoints: number }>(`
    select coalesce((select max(rowid) from audit), 0) as records,
           coalesce((select max(sequence) from checkpoints), 0) as checkpoints`);
  const records = db.prepare<AuditRow & { position: number; wanted: number }>(
    selectFrom(
      "audit",
      [
        "rowid as position",
        ...AUDIT_COLUMNS,
        "(?3 is null or (json_valid(body) and body ->> 'ts' >= ?3)) as wanted",
      ],
      `where rowid > ?1 and rowid <= ?2 order by rowid limit ${EXPORT_BATCH}`,
    ),
  );
  const checkpoints = db.prepare<Checkpoint & { position: number }>(
    selectFrom(
      "checkpoints",
      [...CHECKPOINT_COLUMNS, "audit_rowid as position"],
      `where sequence > ? and sequence <= ? order by sequence limit ${EXPORT_BATCH}`,
    ),
  );

  return createExport({
    ends: async () => ends.get(),
    async records(...bounds) {
      // Others have their turn between two batches.
      await setImmediate();
      return records.all(...bounds);
    },
    checkpoints: async (...bounds) => checkpoints.all(...bounds),
  });
}
