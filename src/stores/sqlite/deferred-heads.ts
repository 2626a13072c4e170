import { chainLink, chainStart } from "../../base/audit/hash-chain.ts";
import type { StreamHead } from "../../schema/checkpoint.ts";
import { IS_LAST_CHECKPOINT } from "../tables/checkpoints.ts";
import { OF_A_SESSION } from "./audit-position.ts";
import type { Database } from "./database.ts";

/**
 * The ends of the streams of actors and of the system. A commit does not write them: that is a
 * page and a statement more, 11 of 180 µs. They are stored with each checkpoint; between two they
 * are remembered, and after a restart read from the records behind the last checkpoint.
 *
 * No two processes append at the same row: each record goes into the row after the last one that
 * its writer knows. If another process was faster, that row is taken, and its records are read
 * first. To ask `pragma data_version` in each commit instead takes 8 µs.
 */
export function createDeferredHeads(db: Database) {
  const lastRow = db.prepare<{ rowid: number | null }>("select max(rowid) as rowid from audit");
  const sealedThrough = db.prepare<{ audit_rowid: number }>(
    `select audit_rowid from checkpoints where ${IS_LAST_CHECKPOINT}`,
  );
  const appendedAfter = db.prepare<StreamHead>(
    `select stream, sequence as records, hash from audit
     where rowid > ? and not (${OF_A_SESSION}) order by rowid`,
  );
  const stored = db.prepare<StreamHead>("select stream, records, hash from heads where stream = ?");
  const store = db.prepare(
    `insert into heads (stream, events, records, hash) values (?, 0, ?, ?)
     on conflict (stream) do update set records = excluded.records, hash = excluded.hash`,
  );

  /** Every stream that has grown since the last checkpoint is in here. */
  const remembered = new Map<string, StreamHead>();
  /** Records up to this row are accounted for. */
  let through: number | undefined;
  let wasOvertaken = false;
  // Of the open transaction.
  const appended = new Map<string, StreamHead>();
  let rows = 0;

  function catchUp(): void {
    const after = through ?? sealedThrough.get()?.audit_rowid ?? 0;
    for (const { stream, records, hash } of appendedAfter.iterate(after)) {
      // Only ever forward: an end that someone cut off stays remembered, and is found missing.
      const known = remembered.get(stream) ?? stored.get(stream);
      if (records > (known?.records ?? 0)) remembered.set(stream, { stream, records, hash });
    }
    through = Math.max(after, lastRow.get()?.rowid ?? 0);
    wasOvertaken = false;
  }

  function load(stream: string): StreamHead {
    return (
      appended.get(stream) ??
      remembered.get(stream) ??
      stored.get(stream) ?? { stream, records: 0, hash: chainStart(stream) }
    );
  }

  return {
    begin(): void {
      if (through === undefined || wasOvertaken) catchUp();
    },
    nextRow(): number {
      rows += 1;
      return (through ?? 0) + rows;
    },
    nextRecord(stream: string, bodyHash: string) {
      const last = load(stream);
      const sequence = last.records + 1;
      const hash = chainLink(last.hash, sequence, bodyHash);
      appended.set(stream, { stream, records: sequence, hash });
      return { sequence, hash };
    },
    seal(heads: readonly StreamHead[]): void {
      for (const { stream, records, hash } of heads) store.run(stream, records, hash);
    },
    end(committed: boolean): void {
      if (committed) {
        for (const head of appended.values()) remembered.set(head.stream, head);
        through = (through ?? 0) + rows;
      }
      appended.clear();
      rows = 0;
    },
    overtake(): void {
      wasOvertaken = true;
    },
    wasOvertaken: () => wasOvertaken,
    unsealed(): readonly StreamHead[] {
      for (const { stream, records } of remembered.values()) {
        if ((stored.get(stream)?.records ?? 0) >= records) remembered.delete(stream);
      }
      return [...remembered.values()];
    },
  };
}
