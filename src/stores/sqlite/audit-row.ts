import * as z from "zod";
import { sha256 } from "../../base/digest.ts";
import { auditBody } from "../../schema/audit-body.ts";
import { AuditEntry, type AuditRecord } from "../../schema/audit-record.ts";
import { decodeJson } from "./decode-json.ts";

/** `body` is what was hashed, and all there is: the table's other columns are read from it. */
export type AuditRow = {
  stream: string;
  sequence: number;
  body: string;
  hash: string;
};

export const AUDIT_COLUMNS = [
  "stream",
  "sequence",
  "body",
  "hash",
] as const satisfies readonly (keyof AuditRow)[];

/** The condition of the index on sessions' streams, to the letter: the planner looks for its words. */
export const OF_A_SESSION = "stream glob 'session_*'";

/** The place in the stream depends on the hash of the body, so that `place` is asked for it. */
export function encodeAudit(
  entry: AuditEntry,
  place: (bodyHash: string) => { readonly sequence: number; readonly hash: string },
): AuditRow {
  const body = auditBody(entry);
  return { stream: entry.stream, body, ...place(sha256(body)) };
}

const { id, ts, type, actor, sessionId, invocationId, toolId, data } = AuditEntry.shape;
const AuditBody = z.strictObject({
  id,
  ts,
  type,
  actor,
  session_id: sessionId,
  invocation_id: invocationId,
  tool_id: toolId,
  data,
});

export function decodeAudit({ stream, sequence, body, hash }: AuditRow): AuditRecord {
  const { session_id, invocation_id, tool_id, ...rest } = decodeJson(AuditBody, body, "audit.body");
  return {
    ...rest,
    stream,
    sequence,
    sessionId: session_id,
    invocationId: invocation_id,
    toolId: tool_id,
    hash,
  };
}
