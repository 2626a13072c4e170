import type { JsonObject } from "../base/json.ts";
import { timestamp } from "../ports/clock.ts";
import type { Change } from "../ports/journal.ts";
import type { AuditType } from "../schema/audit-record.ts";
import type { Gate } from "./gate.ts";

/** A record about Capstan itself rather than about a call. */
export function systemAudit(
  { clock, newId }: Pick<Gate, "clock" | "newId">,
  type: AuditType,
  actor: string,
  data: JsonObject,
): Change {
  return {
    type: "audit.add",
    entry: {
      id: newId("aud"),
      stream: "system",
      ts: timestamp(clock.now()),
      type,
      actor,
      sessionId: null,
      invocationId: null,
      toolId: null,
      data,
    },
  };
}
