import type { Checkpoint } from "../../schema/checkpoint.ts";
import { selectFrom } from "../sql.ts";
import { CHECKPOINT_COLUMNS } from "../tables/checkpoints.ts";

/** Where it stands among the records: behind the last row of `audit` that it covers. */
export type PositionedCheckpoint = Checkpoint & { audit_rowid: number };

/** The next one after a sequence, up to another. */
export const NEXT_CHECKPOINT = selectFrom(
  "checkpoints",
  [...CHECKPOINT_COLUMNS, "audit_rowid"],
  "where sequence > ? and sequence <= ? order by sequence limit 1",
);
