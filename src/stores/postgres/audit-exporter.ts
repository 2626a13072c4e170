import type { Checkpoint } from "../../schema/checkpoint.ts";
import { AUDIT_COLUMNS, type AuditRow } from "../audit-row.ts";
import { createExport, EXPORT_BATCH } from "../export-audit.ts";
import type { AuditReader } from "../readers/audit-reader.ts";
import { selectFrom } from "../sql.ts";
import { CHECKPOINT_COLUMNS } from "../tables/checkpoints.ts";
import type { Database } from "./database.ts";

const ENDS = `
  select coalesce((select max(position) from audit), 0) as records,
         coalesce((select max(sequence) from checkpoints), 0) as checkpoints`;

const RECORDS = selectFrom(
  "audit",
  ["position", ...AUDIT_COLUMNS, "($3::text is null or ts >= $3) as wanted"],
  `where position > $1 and position <= $2 order by position limit ${EXPORT_BATCH}`,
);

const CHECKPOINTS = selectFrom(
  "checkpoints",
  [...CHECKPOINT_COLUMNS, "audit_position as position"],
  `where sequence > $1 and sequence <= $2 order by sequence limit ${EXPORT_BATCH}`,
);

export function createAuditExporter(db: Database): AuditReader["export"] {
  return createExport({
    ends: () => db.get<{ records: number; checkpoints: number }>(ENDS),
    records: (...bounds) =>
      db.all<AuditRow & { position: number; wanted: boolean }>(RECORDS, ...bounds),
    checkpoints: (...bounds) => db.all<Checkpoint & { position: number }>(CHECKPOINTS, ...bounds),
  });
}
