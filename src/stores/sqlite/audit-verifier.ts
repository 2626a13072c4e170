import { endTally, startTally } from "../audit-tally.ts";
import type { AuditReader } from "../readers/audit-reader.ts";
import { createRangeReader } from "./audit-range.ts";
import type { Database } from "./database.ts";
import { createDeferredVerifier } from "./deferred-verifier.ts";
import type { Heads } from "./heads.ts";
import { createSessionVerifier } from "./session-verifier.ts";

/**
 * Sessions are many and short: each stream is read by its index, one after the other. The streams
 * of actors and of the system are few and have no index, which every commit would pay for: they are
 * read in one walk over the table, with the end of each chain in memory, and each checkpoint is
 * held against them at its place in that walk.
 */
export function createAuditVerifier(db: Database, heads: Heads): AuditReader["verify"] {
  const verifySessions = createSessionVerifier(db);
  const range = createRangeReader(db);
  const verifyDeferred = createDeferredVerifier(db, heads);

  return async (isSigned) => {
    const tally = startTally(isSigned);
    await verifySessions(tally);
    await verifyDeferred(tally, isSigned);
    return endTally(tally, range);
  };
}
