import { setImmediate } from "node:timers/promises";
import { chainStart } from "../../base/hash-chain.ts";
import type { AuditVerdict } from "../../ports/audit-reader.ts";
import { type AuditFault, findHeadFault, findRecordFault, type Link } from "./audit-fault.ts";
import { AUDIT_COLUMNS, type AuditRow, OF_A_SESSION } from "./audit-row.ts";
import type { Database } from "./database.ts";
import type { Head } from "./heads.ts";
import { selectFrom } from "./select-from.ts";

// A few milliseconds of work, then others have their turn. A batch is walked row by row, so that
// memory holds one record at a time.
const BATCH = 500;

// Not 0: a forged record below 1 must be met as well.
const BEFORE_ANY = Number.MIN_SAFE_INTEGER;

/** What was found so far. */
type Tally = { streams: number; records: number; firstBad: AuditFault | undefined };

/**
 * Sessions are many and short: each stream is read by its index, one after the other. The streams
 * of actors and of the system are few and have no index, which every commit would pay for: they are
 * read in one walk over the table, with the end of each chain in memory.
 */
export function createAuditVerifier(db: Database): () => Promise<AuditVerdict> {
  const verifySessions = createSessionsVerifier(db);
  const verifyOthers = createOthersVerifier(db);

  return async () => {
    const tally: Tally = { streams: 0, records: 0, firstBad: undefined };
    await verifyOthers(tally);
    await verifySessions(tally);
    const { streams, records, firstBad } = tally;
    return { ok: !firstBad, streams, records, ...(firstBad && { firstBad }) };
  };
}

function createSessionsVerifier(db: Database): (tally: Tally) => Promise<void> {
  const streamFrom = db.prepare<{ stream: string | null }>(`
    select min(stream) as stream from (
      select min(stream) as stream from audit where stream >= ?1 and ${OF_A_SESSION}
      union all
      select min(stream) from heads where stream >= ?1 and ${OF_A_SESSION} and records > 0
    )`);
  const batchAfter = db.prepare<AuditRow>(
    selectFrom(
      "audit",
      AUDIT_COLUMNS,
      `where stream = ? and ${OF_A_SESSION} and sequence > ? order by sequence limit ${BATCH}`,
    ),
  );
  const headOf = db.prepare<Head>(
    "select stream, events, records, hash from heads where stream = ?",
  );

  return async (tally) => {
    let stream = streamFrom.get("")?.stream;
    while (typeof stream === "string") {
      await verifyStream(stream, tally);
      tally.streams += 1;
      // The least text that is greater than this one.
      stream = streamFrom.get(`${stream}\0`)?.stream;
    }
  };

  async function verifyStream(stream: string, tally: Tally): Promise<void> {
    let last: Link = { sequence: 0, hash: chainStart(stream) };
    let after = BEFORE_ANY;
    for (let found = BATCH; found === BATCH; await setImmediate()) {
      // One snapshot for the batch and the head: another process may be appending.
      found = db.transaction("deferred", () => {
        let rows = 0;
        for (const row of batchAfter.iterate(stream, after)) {
          tally.firstBad ??= findRecordFault(row, last);
          rows += 1;
          last = row;
          after = row.sequence;
        }
        if (rows < BATCH) tally.firstBad ??= findHeadFault(stream, last, headOf.get(stream));
        return rows;
      });
      tally.records += found;
    }
  }
}

function createOthersVerifier(db: Database): (tally: Tally) => Promise<void> {
  const batchAfter = db.prepare<AuditRow & { rowid: number }>(
    selectFrom(
      "audit",
      ["rowid", ...AUDIT_COLUMNS],
      `where rowid > ? and not (${OF_A_SESSION}) order by rowid limit ${BATCH}`,
    ),
  );
  const heads = db.prepare<Head>(
    `select stream, events, records, hash from heads
     where not (${OF_A_SESSION}) and records > 0 order by stream`,
  );

  return async (tally) => {
    const ends = new Map<string, Link>();
    let after = BEFORE_ANY;
    for (let found = BATCH; found === BATCH; await setImmediate()) {
      found = db.transaction("deferred", () => {
        let rows = 0;
        for (const row of batchAfter.iterate(after)) {
          const last = ends.get(row.stream) ?? { sequence: 0, hash: chainStart(row.stream) };
          tally.firstBad ??= findRecordFault(row, last);
          ends.set(row.stream, { sequence: row.sequence, hash: row.hash });
          rows += 1;
          after = row.rowid;
        }
        if (rows < BATCH) tally.firstBad ??= findAnyHeadFault(ends);
        return rows;
      });
      tally.records += found;
    }
    tally.streams += ends.size;
  };

  function findAnyHeadFault(ends: Map<string, Link>): AuditFault | undefined {
    const byStream = new Map(heads.all().map((head) => [head.stream, head]));
    for (const stream of byStream.keys()) {
      if (!ends.has(stream)) ends.set(stream, { sequence: 0, hash: chainStart(stream) });
    }
    for (const [stream, last] of ends) {
      const fault = findHeadFault(stream, last, byStream.get(stream));
      if (fault) return fault;
    }
    return undefined;
  }
}
