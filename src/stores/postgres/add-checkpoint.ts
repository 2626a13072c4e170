import { template } from "../fragment.ts";
import type { Writes } from "../table.ts";
import { AUDIT_LOCK } from "./append-logs.ts";
import type { Part } from "./compose-step.ts";
import type { PostgresValue } from "./database.ts";

// Positions are given before they are committed. Once nobody else is appending, no record can turn
// up any more before one that is there.
const lock = template(`select pg_advisory_xact_lock(${AUDIT_LOCK})`);

const insertHeads = template(`
  insert into checkpoint_heads (checkpoint, stream, records, hash)
  select $1::bigint, stream, records, hash
  from unnest($2::text[], $3::bigint[], $4::text[]) as head (stream, records, hash)`);

// A record may have been appended between the reading of the heads and this: the checkpoint covers
// the records up to the first that is past its stream's head.
const insert = template(`
  insert into checkpoints (sequence, body, hash, signature, audit_position)
  select $1::bigint, $2, $3, $4, coalesce(
    (select position - 1 from audit
     where position > coalesce(
         (select audit_position from checkpoints where sequence = $1 - 1), 0)
       and not exists (select 1 from checkpoint_heads head
         where head.checkpoint = $1 and head.stream = audit.stream
           and head.records >= audit.sequence)
     order by position limit 1),
    (select max(position) from audit),
    0)
  where $1 = 1 + coalesce((select max(sequence) from checkpoints), 0)`);

export const checkpointWrites: Writes<"checkpoint.add", PostgresValue> = {
  "checkpoint.add": ({ checkpoint, heads }) => {
    const { sequence, body, hash, signature } = checkpoint;
    // One "row" for all three, so that each sees what the one before it did.
    const write = (part: Omit<Part, "row">) => ({ ...part, row: "checkpoints" });
    const columns = [
      heads.map((head) => head.stream),
      heads.map((head) => head.records),
      heads.map((head) => head.hash),
    ];
    return [
      write({ template: lock, values: [], alone: true }),
      write({ template: insertHeads, values: [sequence, ...columns] }),
      write({
        template: insert,
        values: [sequence, body, hash, signature],
        subject: `Checkpoint ${sequence}`,
      }),
    ];
  },
};
