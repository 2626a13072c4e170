import { canonicalJson } from "../base/canonical-json.ts";
import type { AuditEntry } from "./audit-record.ts";

/** The text that is stored and hashed: snake_case, canonical. Its form can never change. */
export function auditBody(entry: AuditEntry): string {
  return canonicalJson({
    id: entry.id,
    ts: entry.ts,
    type: entry.type,
    actor: entry.actor,
    session_id: entry.sessionId,
    invocation_id: entry.invocationId,
    tool_id: entry.toolId,
    data: entry.data,
  });
}
