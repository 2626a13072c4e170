import { setImmediate } from "node:timers/promises";
import { type Fault, findRecordFault, type Link } from "../../base/audit/chain-fault.ts";
import { chainStart } from "../../base/audit/hash-chain.ts";
import type { IsSigned } from "../../base/audit/signed-text.ts";
import type { StreamHead } from "../../schema/checkpoint.ts";
import { findDeferredHeadFault, findLastRecordFault } from "../audit-fault.ts";
import { AUDIT_COLUMNS, type AuditRow } from "../audit-row.ts";
import type { Tally } from "../audit-tally.ts";
import { selectFrom } from "../sql.ts";
import { BEFORE_ANY, OF_A_SESSION } from "./audit-position.ts";
import { createCheckpointVerifier } from "./checkpoint-verifier.ts";
import type { Database } from "./database.ts";
import type { Heads } from "./heads.ts";

// A few milliseconds of work, then others have their turn. A window is walked row by row, so that
// memory holds one record at a time.
const WINDOW = 500;

type DeferredVerifier = (tally: Tally, isSigned: IsSigned) => Promise<void>;

/** Recomputes the chains of actors' streams and of the system's, and checks every checkpoint. */
export function createDeferredVerifier(db: Database, heads: Heads): DeferredVerifier {
  const windowAfter = db.prepare<{ through: number | null }>(
    `select max(rowid) as through
     from (select rowid from audit where rowid > ? order by rowid limit ${WINDOW})`,
  );
  const deferredBetween = db.prepare<AuditRow & { rowid: number }>(
    selectFrom(
      "audit",
      ["rowid", ...AUDIT_COLUMNS],
      `where rowid > ? and rowid <= ? and not (${OF_A_SESSION}) order by rowid`,
    ),
  );
  const startCheckpoints = createCheckpointVerifier(db);
  const findAnyHeadFault = createHeadsCheck(db, heads);

  return async (tally, isSigned) => {
    const ends = new Map<string, Link>();
    const checkpoints = startCheckpoints(tally, ends, isSigned);
    let after = BEFORE_ANY;
    for (let through: number | null = after; through !== null; await setImmediate()) {
      through = db.transaction("deferred", () => {
        const last = windowAfter.get(after)?.through ?? null;
        if (last === null) {
          checkpoints.finish();
          // Not inside "??=": it also counts the streams of which nothing is left.
          const fault = findAnyHeadFault(ends);
          tally.firstBad ??= fault;
          return null;
        }
        for (const row of deferredBetween.iterate(after, last)) {
          checkpoints.comeTo(row.rowid);
          const end = ends.get(row.stream) ?? { sequence: 0, hash: chainStart(row.stream) };
          tally.firstBad ??= findRecordFault(row, end);
          tally.erasures.take(row);
          tally.records += 1;
          ends.set(row.stream, { sequence: row.sequence, hash: row.hash });
          checkpoints.grew(row.stream);
        }
        after = last;
        checkpoints.comeTo(last + 1);
        return last;
      });
    }
    tally.streams += ends.size;
  };
}

/** Holds the ends of all streams outside sessions against the stored and the remembered heads. */
function createHeadsCheck(db: Database, heads: Heads) {
  const storedHeads = db.prepare<StreamHead>(
    `select stream, records, hash from heads
     where not (${OF_A_SESSION}) and records > 0 order by stream`,
  );
  const lastSigned = db.prepare<StreamHead>(
    `select stream, records, hash from checkpoint_heads where stream = ?
     order by records desc, checkpoint desc limit 1`,
  );

  return (ends: Map<string, Link>): Fault | undefined => {
    const stored = new Map(storedHeads.all().map((head) => [head.stream, head]));
    const remembered = new Map(heads.unsealed().map((head) => [head.stream, head]));
    for (const stream of [...stored.keys(), ...remembered.keys()]) {
      if (!ends.has(stream)) ends.set(stream, { sequence: 0, hash: chainStart(stream) });
    }
    for (const [stream, end] of ends) {
      const fault =
        findDeferredHeadFault(stream, end, stored.get(stream), lastSigned.get(stream)) ??
        findLastRecordFault(stream, end, remembered.get(stream));
      if (fault) return fault;
    }
    return undefined;
  };
}
