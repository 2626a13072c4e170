import { sortHeads } from "../../base/audit/checkpoint-body.ts";
import type { StreamHead } from "../../schema/checkpoint.ts";
import type { AuditReader } from "../readers/audit-reader.ts";
import { IS_LAST_CHECKPOINT } from "../tables/checkpoints.ts";
import type { Database } from "./database.ts";
import type { Heads } from "./heads.ts";

export function createUnsealedHeadsReader(
  db: Database,
  heads: Heads,
): AuditReader["unsealedHeads"] {
  const appendedSince = db.prepare<StreamHead>(
    `select stream, sequence as records, hash from audit
     where rowid > coalesce((select audit_rowid from checkpoints where ${IS_LAST_CHECKPOINT}), 0)
     order by rowid`,
  );

  return async () => {
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
  };
}
