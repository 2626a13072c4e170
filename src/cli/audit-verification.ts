import type { AuditVerification } from "../http/client/wire.ts";

/** Every record is hashed again: minutes, for millions of them. */
export const AUDIT_DEADLINE_MS = 5 * 60_000;

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

export function verificationLine(verification: AuditVerification): string {
  const { ok, streams, records, checkpoints, first_bad: bad, kept } = verification;
  if (ok) {
    const found = [count(records, "record"), count(streams, "stream")].join(" in ");
    return `The audit trail is unchanged: ${found}, ${count(checkpoints, "signed checkpoint")}.${keptWords(kept)}`;
  }
  const where = bad
    ? ` First at stream ${bad.stream}, sequence ${bad.sequence}: ${bad.reason}`
    : "";
  return `The audit trail was changed.${where}`;
}

function keptWords(kept: AuditVerification["kept"]): string {
  if (!kept) return "";
  const { sequence, place, problem } = kept;
  const where = place === undefined ? "that you kept" : `kept in ${place}`;
  const held =
    sequence === null
      ? `No checkpoint is ${where} yet.`
      : `It has checkpoint ${sequence} ${where}.`;
  return ` ${held}${problem === undefined ? "" : ` They cannot be kept there: ${problem}`}`;
}
