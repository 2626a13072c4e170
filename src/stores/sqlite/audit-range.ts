import { AUDIT_COLUMNS, type AuditRow, storedRecord } from "../audit-row.ts";
import type { AuditReader } from "../readers/audit-reader.ts";
import { numbered, selectFrom } from "../sql.ts";
import { FIRST_COVERING } from "../tables/checkpoints.ts";
import { isOfASession, OF_A_SESSION } from "./audit-position.ts";
import type { Database } from "./database.ts";

/**
 * Streams outside sessions have no index. Their records are looked for behind the last checkpoint
 * that does not cover the first of them, and the walk ends with the last of them.
 */
export function createRangeReader(db: Database): AuditReader["range"] {
  const prepare = (rest: string) => db.prepare<AuditRow>(selectFrom("audit", AUDIT_COLUMNS, rest));
  const ofSession = prepare(
    `where stream = ? and ${OF_A_SESSION} and sequence between ? and ? order by sequence`,
  );
  const ofOther = prepare(
    `where rowid > ?4 and stream = ?1 and sequence between ?2 and ?3
     order by rowid limit max(0, ?3 - ?2 + 1)`,
  );
  const covering = db.prepare<{ checkpoint: number }>(numbered(FIRST_COVERING));
  const sealedBefore = db.prepare<{ audit_rowid: number }>(
    "select audit_rowid from checkpoints where sequence < ? order by sequence desc limit 1",
  );

  return async (stream, from, through) => {
    if (isOfASession(stream)) return ofSession.all(stream, from, through).map(storedRecord);
    const first = covering.get(stream, from)?.checkpoint ?? Number.MAX_SAFE_INTEGER;
    const after = sealedBefore.get(first)?.audit_rowid ?? 0;
    return ofOther.all(stream, from, through, after).map(storedRecord);
  };
}
