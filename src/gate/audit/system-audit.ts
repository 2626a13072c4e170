import { timestamp } from "../../base/clock.ts";
import type { JsonObject } from "../../base/json.ts";
import type { AuditType } from "../../schema/audit-record.ts";
import type { Change } from "../../stores/journal.ts";
import type { Gate } from "../gate.ts";

/** A record about Capstan itself rather than about a call. */
export function systemAudit(
  { clock, newId }: Pick<Gate, "clock" | "newId">,
  type: AuditType,
  actor: string,
  data: JsonObject,
): Change {
  return recordOf({ clock, newId }, null, type, actor, data);
}

/** A record about a session rather than about a call in it. */
export function sessionAudit(
  writer: Pick<Gate, "clock" | "newId">,
  sessionId: string,
  type: AuditType,
  actor: string,
  data: JsonObject,
): Change {
  return recordOf(writer, sessionId, type, actor, data);
}

function recordOf(
  { clock, newId }: Pick<Gate, "clock" | "newId">,
  sessionId: string | null,
  type: AuditType,
  actor: string,
  data: JsonObject,
): Change {
  return {
    type: "audit.add",
    entry: {
      id: newId("aud"),
      stream: sessionId ?? "system",
      ts: timestamp(clock.now()),
      type,
      actor,
      sessionId,
      invocationId: null,
      toolId: null,
      data,
    },
  };
}
