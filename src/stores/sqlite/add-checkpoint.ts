import type { Change } from "../journal.ts";
import type { Database } from "./database.ts";
import type { Heads } from "./heads.ts";
import { changedMeanwhile } from "./run-fragment.ts";

type CheckpointAdd = Extract<Change, { type: "checkpoint.add" }>;

export function createCheckpointWriter(
  db: Database,
  heads: Heads,
): (change: CheckpointAdd) => void {
  // A record may have been appended between the reading of the heads and this: the checkpoint
  // covers the rows up to the first that is past its stream's head.
  const insert = db.prepare(`
    insert into checkpoints (sequence, body, hash, signature, audit_rowid)
    select ?1, ?2, ?3, ?4, coalesce(
      (select rowid - 1 from audit
       where rowid > coalesce((select audit_rowid from checkpoints where sequence = ?1 - 1), 0)
         and not exists (select 1 from checkpoint_heads head
           where head.checkpoint = ?1 and head.stream = audit.stream
             and head.records >= audit.sequence)
       order by rowid limit 1),
      (select max(rowid) from audit),
      0)
    where ?1 = 1 + coalesce((select max(sequence) from checkpoints), 0)`);
  const insertHead = db.prepare(
    "insert into checkpoint_heads (checkpoint, stream, records, hash) values (?, ?, ?, ?)",
  );

  return ({ checkpoint, heads: signed }) => {
    const { sequence, body, hash, signature } = checkpoint;
    for (const head of signed) insertHead.run(sequence, head.stream, head.records, head.hash);
    if (insert.run(sequence, body, hash, signature) === 0) {
      throw changedMeanwhile(`Checkpoint ${sequence}`);
    }
    heads.seal(signed);
  };
}
