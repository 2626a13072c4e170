import type { AuditReader } from "../../ports/audit-reader.ts";
import type { Tally } from "../audit-fault.ts";
import { createCheckpointVerifier } from "./checkpoint-verifier.ts";
import type { Database } from "./database.ts";
import { createErasureVerifier } from "./erasure-verifier.ts";
import { createStreamVerifier } from "./stream-verifier.ts";

export function createAuditVerifier(db: Database): AuditReader["verify"] {
  const verifyStreams = createStreamVerifier(db);
  const verifyCheckpoints = createCheckpointVerifier(db);
  const findErasureFault = createErasureVerifier(db);

  return async (isSigned) => {
    const tally: Tally = {
      streams: 0,
      records: 0,
      checkpoints: 0,
      firstBad: undefined,
      erased: new Map(),
    };
    await verifyStreams(tally);
    await verifyCheckpoints(tally, isSigned);
    tally.firstBad ??= await findErasureFault(tally.erased);
    const { firstBad, erased: _, ...counts } = tally;
    return { ok: !firstBad, ...counts, ...(firstBad && { firstBad }) };
  };
}
