import { sortHeads } from "../../base/checkpoint-body.ts";
import type { AuditReader } from "../../ports/audit-reader.ts";
import type { Checkpoint, StreamHead } from "../../schema/checkpoint.ts";
import { CHECKPOINT_COLUMNS, decodeCheckpoint } from "../checkpoint-row.ts";
import { selectFrom } from "../sql.ts";
import { FIRST_COVERING, IS_LAST_CHECKPOINT } from "./checkpoint-queries.ts";
import type { Database } from "./database.ts";
import type { Heads } from "./heads.ts";

type CheckpointReader = Pick<AuditReader, "lastCheckpoint" | "unsealedHeads" | "checkpointOf">;

export function createSqliteCheckpointReader(db: Database, heads: Heads): CheckpointReader {
  const prepare = (rest: string) =>
    db.prepare<Checkpoint>(selectFrom("checkpoints", CHECKPOINT_COLUMNS, rest));
  const last = prepare(`where ${IS_LAST_CHECKPOINT}`);
  const covering = prepare(`where sequence = (${FIRST_COVERING})`);
  const headsOf = db.prepare<StreamHead>(
    "select stream, records, hash from checkpoint_heads where checkpoint = ?",
  );
  const appendedSince = db.prepare<StreamHead>(
    `select stream, sequence as records, hash from audit
     where rowid > coalesce((select audit_rowid from checkpoints where ${IS_LAST_CHECKPOINT}), 0)
     order by rowid`,
  );

  return {
    async lastCheckpoint() {
      const row = last.get();
      return row && decodeCheckpoint(row);
    },
    async unsealedHeads() {
      const latest = new Map<string, StreamHead>();
      const take = ({ stream, records, hash }: StreamHead) => {
        if (records > (latest.get(stream)?.records ?? 0)) {
          latest.set(stream, { stream, records, hash });
        }
      };
      // Before the file: what this process appended is signed also where the file no longer has it.
      for (const head of heads.unsealed()) take(head);
      for (const head of appendedSince.iterate()) take(head);
      return sortHeads([...latest.values()]);
    },
    async checkpointOf(stream, sequence) {
      const row = covering.get(stream, sequence);
      if (!row) return undefined;
      const signed = headsOf.all(row.sequence).map((head) => ({ ...head }));
      return { checkpoint: decodeCheckpoint(row), heads: sortHeads(signed) };
    },
  };
}
