import { endTally, startTally } from "../audit-tally.ts";
import type { AuditReader } from "../readers/audit-reader.ts";
import { createCheckpointVerifier } from "./checkpoint-verifier.ts";
import type { Database } from "./database.ts";
import { createStreamVerifier } from "./stream-verifier.ts";

export function createAuditVerifier(
  db: Database,
  range: AuditReader["range"],
): AuditReader["verify"] {
  const verifyStreams = createStreamVerifier(db);
  const verifyCheckpoints = createCheckpointVerifier(db);

  return async (isSigned) => {
    const tally = startTally(isSigned);
    await verifyStreams(tally);
    await verifyCheckpoints(tally, isSigned);
    return endTally(tally, range);
  };
}
