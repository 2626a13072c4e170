import type { Fault } from "../base/chain-fault.ts";
import { createErasures, type Erasures } from "../base/erasures.ts";
import type { IsSigned } from "../base/signed-text.ts";
import type { AuditVerification } from "../ports/audit-reader.ts";

/** What a verification has met so far. */
export type Tally = {
  streams: number;
  records: number;
  checkpoints: number;
  firstBad: Fault | undefined;
  readonly erasures: Erasures;
};

export function startTally(isSigned: IsSigned): Tally {
  const erasures = createErasures(isSigned);
  return { streams: 0, records: 0, checkpoints: 0, firstBad: undefined, erasures };
}

export function endTally({ erasures, firstBad: met, ...counts }: Tally): AuditVerification {
  const firstBad = met ?? erasures.findFault();
  return { ok: !firstBad, ...counts, ...(firstBad && { firstBad }) };
}
