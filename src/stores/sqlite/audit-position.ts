import { sha256 } from "../../base/digest.ts";
import { auditBody } from "../../schema/audit-body.ts";
import type { AuditEntry } from "../../schema/audit-record.ts";
import type { AuditRow } from "../audit-row.ts";
import type { Position } from "./heads.ts";

/** The rowid is the order of insertion across all streams. */
export type PositionedAuditRow = AuditRow & { rowid: number };

/** The condition of the index on sessions' streams, to the letter: the planner looks for its words. */
export const OF_A_SESSION = "stream glob 'session_*'";

export function isOfASession(stream: string): boolean {
  return stream.startsWith("session_");
}

/** A rowid and a sequence below all others. Not 0: a forged record below 1 must be met as well. */
export const BEFORE_ANY = Number.MIN_SAFE_INTEGER;

/** The position depends on the hash of the body, so that `next` is asked for it. */
export function encodeAudit(
  entry: AuditEntry,
  next: (stream: string, bodyHash: string) => Position,
): PositionedAuditRow {
  const body = auditBody(entry);
  // As SQLite stores it: two names that differ only in halves of surrogate pairs are one stream.
  const stream = entry.stream.toWellFormed();
  return { stream, body, ...next(stream, sha256(body)) };
}
