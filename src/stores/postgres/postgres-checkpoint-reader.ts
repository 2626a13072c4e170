import { sortHeads } from "../../base/checkpoint-body.ts";
import type { AuditReader } from "../../ports/audit-reader.ts";
import type { Checkpoint, StreamHead } from "../../schema/checkpoint.ts";
import { CHECKPOINT_COLUMNS, decodeCheckpoint } from "../checkpoint-row.ts";
import { selectFrom } from "../sql.ts";
import type { Database } from "./database.ts";

type CheckpointReader = Pick<AuditReader, "lastCheckpoint" | "unsealedHeads" | "checkpointOf">;

const LAST = selectFrom("checkpoints", CHECKPOINT_COLUMNS, "order by sequence desc limit 1");

/** The first checkpoint that signed this place of a stream, or a later one. */
const COVERING = selectFrom(
  "checkpoints",
  CHECKPOINT_COLUMNS,
  `where sequence = (select checkpoint from checkpoint_heads
     where stream = $1 and records >= $2 order by records, checkpoint limit 1)`,
);

const HEADS_OF = "select stream, records, hash from checkpoint_heads where checkpoint = $1";

// What was appended behind the last checkpoint, and not what it signed of that: while it was being
// signed, others may have appended.
const UNSEALED = `
  select stream, records, hash from heads
  where stream in (select stream from audit where position > coalesce(
      (select audit_position from checkpoints order by sequence desc limit 1), 0))
    and records > coalesce((select max(signed.records) from checkpoint_heads signed
      where signed.stream = heads.stream), 0)`;

export function createPostgresCheckpointReader(db: Database): CheckpointReader {
  return {
    async lastCheckpoint() {
      const row = await db.get<Checkpoint>(LAST);
      return row && decodeCheckpoint(row);
    },
    async unsealedHeads() {
      return sortHeads(await db.all<StreamHead>(UNSEALED));
    },
    async checkpointOf(stream, sequence) {
      const row = await db.get<Checkpoint>(COVERING, stream, sequence);
      if (!row) return undefined;
      const heads = await db.all<StreamHead>(HEADS_OF, row.sequence);
      return { checkpoint: decodeCheckpoint(row), heads: sortHeads([...heads]) };
    },
  };
}
