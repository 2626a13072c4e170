import { sha256 } from "../../base/digest.ts";
import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { auditBody } from "../../schema/audit-body.ts";
import type { AuditEntry, AuditRecord } from "../../schema/audit-record.ts";
import { corrupt, parseStoredObject } from "./decode-json.ts";

/** `body` is what was hashed; the columns beside it repeat what lists filter by. */
export type AuditRow = {
  stream: string;
  sequence: number;
  id: string;
  ts: string;
  type: string;
  actor: string;
  session_id: string | null;
  invocation_id: string | null;
  tool_id: string | null;
  body: string;
  body_hash: string;
  hash: string;
};

export const AUDIT_COLUMNS = [
  "stream",
  "sequence",
  "id",
  "ts",
  "type",
  "actor",
  "session_id",
  "invocation_id",
  "tool_id",
  "body",
  "body_hash",
  "hash",
] as const satisfies readonly (keyof AuditRow)[];

/** The place in the stream depends on the hash of the body, so that `place` is asked for it. */
export function encodeAudit(
  entry: AuditEntry,
  place: (bodyHash: string) => { readonly sequence: number; readonly hash: string },
): AuditRow {
  const body = auditBody(entry);
  const bodyHash = sha256(body);
  return {
    stream: entry.stream,
    id: entry.id,
    ts: entry.ts,
    type: entry.type,
    actor: entry.actor,
    session_id: entry.sessionId,
    invocation_id: entry.invocationId,
    tool_id: entry.toolId,
    body,
    body_hash: bodyHash,
    ...place(bodyHash),
  };
}

export function decodeAudit(row: AuditRow): AuditRecord {
  return {
    id: row.id,
    stream: row.stream,
    sequence: row.sequence,
    ts: row.ts,
    type: row.type as AuditRecord["type"],
    actor: row.actor,
    sessionId: row.session_id,
    invocationId: row.invocation_id,
    toolId: row.tool_id,
    data: decodeData(row.body),
    hash: row.hash,
  };
}

function decodeData(body: string): JsonObject {
  const { data } = parseStoredObject(body, "audit.body");
  if (isJsonObject(data)) return data;
  throw corrupt("audit.body");
}
