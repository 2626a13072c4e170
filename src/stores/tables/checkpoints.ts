import { sortHeads } from "../../base/audit/checkpoint-body.ts";
import type { Checkpoint, StreamHead } from "../../schema/checkpoint.ts";
import type { Queries } from "../queries.ts";
import type { AuditReader } from "../readers/audit-reader.ts";
import { selectFrom } from "../sql.ts";

export const CHECKPOINT_COLUMNS = [
  "sequence",
  "body",
  "hash",
  "signature",
] as const satisfies readonly (keyof Checkpoint)[];

export function decodeCheckpoint({ sequence, body, hash, signature }: Checkpoint): Checkpoint {
  return { sequence, body, hash, signature };
}

/** A condition, because "order by … limit 1" counts as a walk over the table in SQLite's plan. */
export const IS_LAST_CHECKPOINT = "sequence = (select max(sequence) from checkpoints)";

/** The first checkpoint that signed this sequence of a stream, or a later one. */
export const FIRST_COVERING = `select checkpoint from checkpoint_heads
  where stream = $1 and records >= $2 order by records, checkpoint limit 1`;

const select = (where: string) => selectFrom("checkpoints", CHECKPOINT_COLUMNS, `where ${where}`);

const HEADS_OF = "select stream, records, hash from checkpoint_heads where checkpoint = $1";

/** How they are added, each store says for itself: they sign the audit log. */
export function readCheckpoints(
  db: Queries,
): Pick<AuditReader, "lastCheckpoint" | "checkpointsFrom" | "checkpointOf"> {
  const covering = db.one(select(`sequence = (${FIRST_COVERING})`), decodeCheckpoint);
  const headsOf = db.all(HEADS_OF, (head: StreamHead) => ({ ...head }));

  return {
    checkpointsFrom: db.all(select("sequence >= $1 order by sequence limit $2"), decodeCheckpoint),
    lastCheckpoint: db.one(select(IS_LAST_CHECKPOINT), decodeCheckpoint),
    async checkpointOf(stream, sequence) {
      const checkpoint = await covering(stream, sequence);
      if (!checkpoint) return undefined;
      return { checkpoint, heads: sortHeads([...(await headsOf(checkpoint.sequence))]) };
    },
  };
}
