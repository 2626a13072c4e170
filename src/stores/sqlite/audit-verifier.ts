import { setImmediate } from "node:timers/promises";
import { chainStart } from "../../base/hash-chain.ts";
import type { AuditVerdict } from "../../ports/audit-reader.ts";
import { type AuditFault, findHeadFault, findRecordFault, type Link } from "./audit-fault.ts";
import { AUDIT_COLUMNS, type AuditRow } from "./audit-row.ts";
import type { Database } from "./database.ts";
import type { Head } from "./heads.ts";
import { selectFrom } from "./select-from.ts";

type StreamVerdict = { records: number; fault: AuditFault | undefined };

// A few milliseconds of work, then others have their turn. A batch is walked row by row, so that
// memory holds one record at a time.
const BATCH = 500;

// Not 0: a forged record below 1 must be met as well.
const BEFORE_ANY_SEQUENCE = Number.MIN_SAFE_INTEGER;

export function createAuditVerifier(db: Database): () => Promise<AuditVerdict> {
  const streamFrom = db.prepare<{ stream: string | null }>(`
    select min(stream) as stream from (
      select min(stream) as stream from audit where stream >= ?1
      union all
      select min(stream) from heads where stream >= ?1 and records > 0
    )`);
  const batchAfter = db.prepare<AuditRow>(
    selectFrom(
      "audit",
      AUDIT_COLUMNS,
      `where stream = ? and sequence > ? order by sequence limit ${BATCH}`,
    ),
  );
  const headOf = db.prepare<Head>(
    "select stream, events, records, hash from heads where stream = ?",
  );

  return async () => {
    let [streams, records] = [0, 0];
    let firstBad: AuditFault | undefined;
    let stream = streamFrom.get("")?.stream;
    while (typeof stream === "string") {
      const verdict = await verifyStream(stream);
      streams += 1;
      records += verdict.records;
      firstBad ??= verdict.fault;
      // The least text that is greater than this one.
      stream = streamFrom.get(`${stream}\0`)?.stream;
    }
    return { ok: !firstBad, streams, records, ...(firstBad && { firstBad }) };
  };

  async function verifyStream(stream: string): Promise<StreamVerdict> {
    const verdict: StreamVerdict = { records: 0, fault: undefined };
    let last: Link = { sequence: 0, hash: chainStart(stream) };
    let isAtEnd = false;
    while (!isAtEnd) {
      // One snapshot for the batch and the head: another process may be appending.
      db.transaction("deferred", () => {
        const before = verdict.records;
        const after = before === 0 ? BEFORE_ANY_SEQUENCE : last.sequence;
        for (const row of batchAfter.iterate(stream, after)) {
          verdict.fault ??= findRecordFault(row, last);
          verdict.records += 1;
          last = row;
        }
        isAtEnd = verdict.records - before < BATCH;
        if (isAtEnd) verdict.fault ??= findHeadFault(stream, last, headOf.get(stream));
      });
      await setImmediate();
    }
    return verdict;
  }
}
