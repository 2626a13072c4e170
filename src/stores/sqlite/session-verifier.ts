import { setImmediate } from "node:timers/promises";
import { findRecordFault, type Link } from "../../base/audit/chain-fault.ts";
import { chainStart } from "../../base/audit/hash-chain.ts";
import { findHeadFault } from "../audit-fault.ts";
import { AUDIT_COLUMNS, type AuditRow } from "../audit-row.ts";
import type { Tally } from "../audit-tally.ts";
import { selectFrom } from "../sql.ts";
import { BEFORE_ANY, OF_A_SESSION } from "./audit-position.ts";
import type { Database } from "./database.ts";
import type { SessionHead } from "./session-heads.ts";

// A few milliseconds of work, then others have their turn. A batch is walked row by row, so that
// memory holds one record at a time.
const BATCH = 500;

/** Recomputes the chain of every session's stream, from its first record to its head. */
export function createSessionVerifier(db: Database): (tally: Tally) => Promise<void> {
  // Both bounds are said (the grave follows the underscore): with one, the planner takes the other
  // from the glob, and walks over every session before this one, each time.
  const from = `stream between ?1 and 'session\`' and ${OF_A_SESSION}`;
  const streamFrom = db.prepare<{ stream: string | null }>(`
    select min(stream) as stream from (
      select min(stream) as stream from audit where ${from}
      union all
      select min(stream) from heads where ${from} and records > 0
    )`);
  const batchAfter = db.prepare<AuditRow>(
    selectFrom(
      "audit",
      AUDIT_COLUMNS,
      `where stream = ? and ${OF_A_SESSION} and sequence > ? order by sequence limit ${BATCH}`,
    ),
  );
  const headOf = db.prepare<SessionHead>(
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
          tally.erasures.take(row);
          rows += 1;
          last = row;
          after = row.sequence;
        }
        if (rows < BATCH) tally.firstBad ??= findHeadFault(stream, last, headOf.get(stream));
        return rows;
      });
      tally.records += found;
    }
    tally.erasures.settle(stream);
  }
}
