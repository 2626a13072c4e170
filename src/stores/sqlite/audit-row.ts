import * as z from "zod";
import { sha256 } from "../../base/digest.ts";
import type { StoredRecord } from "../../ports/audit-reader.ts";
import { auditBody } from "../../schema/audit-body.ts";
import { AuditEntry, type AuditRecord } from "../../schema/audit-record.ts";
import { decodeJson } from "../decode-json.ts";
import type { Place } from "./heads.ts";

/** `body` is what was hashed, and all there is: the table's other columns are read from it. */
export type AuditRow = {
  stream: string;
  sequence: number;
  body: string;
  hash: string;
};

/** The rowid is the order of insertion across all streams. */
export type PlacedAuditRow = AuditRow & { rowid: number };

export const AUDIT_COLUMNS = [
  "stream",
  "sequence",
  "body",
  "hash",
] as const satisfies readonly (keyof AuditRow)[];

/** The condition of the index on sessions' streams, to the letter: the planner looks for its words. */
export const OF_A_SESSION = "stream glob 'session_*'";

export function isOfASession(stream: string): boolean {
  return stream.startsWith("session_");
}

/** A rowid and a sequence below all others. Not 0: a forged record below 1 must be met as well. */
export const BEFORE_ANY = Number.MIN_SAFE_INTEGER;

export function storedRecord({ stream, sequence, body, hash }: AuditRow): StoredRecord {
  return { stream, sequence, body, hash };
}

/** The place in the stream depends on the hash of the body, so that `place` is asked for it. */
export function encodeAudit(
  entry: AuditEntry,
  place: (stream: string, bodyHash: string) => Place,
): PlacedAuditRow {
  const body = auditBody(entry);
  // As SQLite stores it: two names that differ only in halves of surrogate pairs are one stream.
  const stream = entry.stream.toWellFormed();
  return { stream, body, ...place(stream, sha256(body)) };
}

const { id, ts, type, actor, sessionId, invocationId, toolId, data } = AuditEntry.shape;
/** Beside what a writer states, the mark of a body that was erased. */
const AuditBody = z.strictObject({
  id,
  ts,
  type,
  actor,
  session_id: sessionId,
  invocation_id: invocationId,
  tool_id: toolId,
  data,
  erased: z.string().optional(),
});

export function decodeAudit({ stream, sequence, body, hash }: AuditRow): AuditRecord {
  const { session_id, invocation_id, tool_id, erased, ...rest } = decodeJson(
    AuditBody,
    body,
    "audit.body",
  );
  return {
    ...rest,
    stream,
    sequence,
    sessionId: session_id,
    invocationId: invocation_id,
    toolId: tool_id,
    hash,
    ...(erased !== undefined && { erased: true as const }),
  };
}
