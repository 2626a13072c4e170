import type { Checkpoint } from "../../schema/checkpoint.ts";
import { CHECKPOINT_COLUMNS } from "../checkpoint-row.ts";
import { selectFrom } from "../sql.ts";

/** Where it stands among the records: behind the last row of `audit` that it covers. */
export type PositionedCheckpoint = Checkpoint & { audit_rowid: number };

/** The next one after a sequence, up to another. */
export const NEXT_CHECKPOINT = selectFrom(
  "checkpoints",
  [...CHECKPOINT_COLUMNS, "audit_rowid"],
  "where sequence > ? and sequence <= ? order by sequence limit 1",
);

/** A condition, because "order by … limit 1" counts as a walk over the table in its plan. */
export const IS_LAST_CHECKPOINT = "sequence = (select max(sequence) from checkpoints)";

/** The first checkpoint that signed this place of a stream, or a later one. */
export const FIRST_COVERING = `select checkpoint from checkpoint_heads
  where stream = ? and records >= ? order by records, checkpoint limit 1`;
