import type { Fault } from "../../base/audit/chain-fault.ts";
import { findKeptFault } from "../../base/audit/kept-checkpoints.ts";
import type { IsSigned } from "../../base/audit/signed-text.ts";
import type { Checkpoint } from "../../schema/checkpoint.ts";
import type { AuditReader, AuditVerification } from "../../stores/readers/audit-reader.ts";

/**
 * Verifies the log, and that it still has the checkpoints that were kept elsewhere. They come first
 * in the answer: in a log that was rolled back, everything else may be right.
 */
export async function verifyAgainst(
  audit: AuditReader,
  kept: readonly Checkpoint[],
  isSigned: IsSigned,
): Promise<AuditVerification> {
  const verification = await audit.verify(isSigned);
  if (kept.length === 0) return verification;
  const firstBad = (await findAnyKeptFault(audit, kept, isSigned)) ?? verification.firstBad;
  const sequence = Math.max(...kept.map((one) => one.sequence));
  return { ...verification, ok: !firstBad, kept: { sequence }, ...(firstBad && { firstBad }) };
}

export async function findAnyKeptFault(
  audit: AuditReader,
  kept: readonly Checkpoint[],
  isSigned: IsSigned,
): Promise<Fault | undefined> {
  const last = (await audit.lastCheckpoint())?.sequence ?? 0;
  for (const one of kept) {
    const [at] = await audit.checkpointsFrom(one.sequence, 1);
    const found = at?.sequence === one.sequence ? at : undefined;
    const fault = findKeptFault(one, found, last, isSigned);
    if (fault) return fault;
  }
  return undefined;
}
