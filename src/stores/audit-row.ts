import * as z from "zod";
import { AuditEntry, type AuditRecord } from "../schema/audit-record.ts";
import { decodeJson } from "./decode-json.ts";
import type { StoredRecord } from "./readers/audit-reader.ts";

/** `body` is what was hashed, and all there is: what else a table has of it only repeats it. */
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

export function storedRecord({ stream, sequence, body, hash }: AuditRow): StoredRecord {
  return { stream, sequence, body, hash };
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
