/** Every record is hashed again: minutes, for millions of them. */
export const AUDIT_DEADLINE_MS = 5 * 60_000;

export type AuditVerdict = {
  readonly ok: boolean;
  readonly streams: number;
  readonly records: number;
  readonly checkpoints: number;
  readonly first_bad?: {
    readonly stream: string;
    readonly sequence: number;
    readonly reason: string;
  };
};

export function verdictLine(verdict: AuditVerdict): string {
  const { ok, streams, records, checkpoints, first_bad: bad } = verdict;
  if (ok) {
    const signed = `${checkpoints} signed checkpoints`;
    return `The audit trail is unchanged: ${records} records in ${streams} streams, ${signed}.`;
  }
  const where = bad
    ? ` First at stream ${bad.stream}, sequence ${bad.sequence}: ${bad.reason}`
    : "";
  return `The audit trail was changed.${where}`;
}
