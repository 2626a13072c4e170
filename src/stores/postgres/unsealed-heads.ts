import { sortHeads } from "../../base/audit/checkpoint-body.ts";
import type { StreamHead } from "../../schema/checkpoint.ts";
import type { AuditReader } from "../readers/audit-reader.ts";
import type { Database } from "./database.ts";

// What was appended behind the last checkpoint, and not what it signed of that: while it was being
// signed, others may have appended.
const UNSEALED = `
  select stream, records, hash from heads
  where stream in (select stream from audit where position > coalesce(
      (select audit_position from checkpoints order by sequence desc limit 1), 0))
    and records > coalesce((select max(signed.records) from checkpoint_heads signed
      where signed.stream = heads.stream), 0)`;

export function createUnsealedHeadsReader(db: Database): AuditReader["unsealedHeads"] {
  return async () => sortHeads(await db.all<StreamHead>(UNSEALED));
}
