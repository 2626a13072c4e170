import type { Fault } from "../base/audit/chain-fault.ts";
import { createErasures, type Erasures } from "../base/audit/erasures.ts";
import { findErasureFault } from "../base/audit/find-erasure-fault.ts";
import type { IsSigned } from "../base/audit/signed-text.ts";
import type { AuditReader, AuditVerification, StoredRecord } from "./readers/audit-reader.ts";

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

export async function endTally(
  { erasures, firstBad: met, ...counts }: Tally,
  range: AuditReader["range"],
): Promise<AuditVerification> {
  const firstBad = met ?? (await findErasureFault(erasures, (streams) => readAll(streams, range)));
  return { ok: !firstBad, ...counts, ...(firstBad && { firstBad }) };
}

async function* readAll(
  streams: ReadonlySet<string>,
  range: AuditReader["range"],
): AsyncGenerator<StoredRecord> {
  for (const stream of streams) yield* await range(stream, 1, Number.MAX_SAFE_INTEGER);
}
