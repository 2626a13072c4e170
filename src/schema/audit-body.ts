import { canonicalJson } from "../base/canonical-json.ts";
import type { AuditEntry } from "./audit-record.ts";

/** The text that is stored and hashed: snake_case, canonical. Its form can never change. */
export function auditBody(entry: AuditEntry): string {
  return canonicalJson({
    actor: entry.actor,
    data: entry.data,
    id: entry.id,
    invocation_id: entry.invocationId,
    session_id: entry.sessionId,
    tool_id: entry.toolId,
    ts: entry.ts,
    type: entry.type,
  });
}
