import type { LedgerEntry } from "../schema/ledger-entry.ts";
import { decodeInvocation } from "./invocation-row.ts";

export type LedgerRow = {
  invocation_id: string;
  status: string;
  attempt: number;
  owner: string;
  start_before: string;
  intended_at: string;
  invocation: string | null;
};

export const LEDGER_COLUMNS = [
  "invocation_id",
  "status",
  "attempt",
  "owner",
  "start_before",
  "intended_at",
  "invocation",
] as const satisfies readonly (keyof LedgerRow)[];

export function encodeLedgerEntry(entry: LedgerEntry): LedgerRow {
  return {
    invocation_id: entry.invocationId,
    status: entry.status,
    attempt: entry.attempt,
    owner: entry.owner,
    start_before: entry.startBefore,
    intended_at: entry.intendedAt,
    invocation: entry.invocation && JSON.stringify(entry.invocation),
  };
}

export function decodeLedgerEntry(row: LedgerRow): LedgerEntry {
  return {
    invocationId: row.invocation_id,
    status: row.status as LedgerEntry["status"],
    attempt: row.attempt,
    owner: row.owner,
    startBefore: row.start_before,
    intendedAt: row.intended_at,
    invocation: row.invocation === null ? null : decodeInvocation({ body: row.invocation }),
  };
}
