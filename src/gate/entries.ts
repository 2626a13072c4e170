import { timestamp } from "../base/clock.ts";
import type { JsonObject } from "../base/json.ts";
import type { AuditType } from "../schema/audit-record.ts";
import type { EventType } from "../schema/event.ts";
import type { CallEventType, EventData } from "../schema/event-data.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Change } from "../stores/journal.ts";
import type { Gate } from "./gate.ts";

type Writer = Pick<Gate, "clock" | "newId">;

/** An audit record about a call: in its session's stream, or in its actor's stream of the day. */
export function auditOf(
  writer: Writer,
  invocation: Invocation,
  type: AuditType,
  data: JsonObject,
  actor = invocation.actor,
): Change {
  const ts = timestamp(writer.clock.now());
  const { parent } = invocation;
  return {
    type: "audit.add",
    entry: {
      id: writer.newId("aud"),
      stream: invocation.sessionId ?? `actor:${invocation.actor}:${ts.slice(0, 10)}`,
      ts,
      type,
      actor,
      sessionId: invocation.sessionId,
      invocationId: invocation.id,
      toolId: invocation.toolId,
      data: parent ? { ...data, parent_id: parent.id } : data,
    },
  };
}

/** What an event says of the call it is about. */
type Subject = Pick<Invocation, "id" | "toolId" | "sessionId" | "turn">;

/** An event about a call; none for a call outside a session. */
export function eventOf<T extends CallEventType>(
  writer: Writer,
  invocation: Subject,
  type: T,
  data: Omit<EventData[T], "invocation_id" | "tool_id">,
): Change[] {
  const { sessionId, turn } = invocation;
  if (!sessionId) return [];
  const about = { invocation_id: invocation.id, tool_id: invocation.toolId, ...data };
  return [sessionEvent(writer, sessionId, turn, type, about as EventData[T])];
}

/** However a call ended: what it was given, and what became of it. */
export function completedEvent(
  writer: Writer,
  invocation: Subject & Pick<Invocation, "inputs">,
  { state, outputs, error, answer }: Outcome,
): Change[] {
  return eventOf(writer, invocation, "tool.completed", {
    inputs: invocation.inputs,
    state,
    ...(answer && { answer }),
    ...(outputs !== undefined && { outputs }),
    ...(error && { error: { code: error.code, message: error.message } }),
  });
}

export function sessionEvent<T extends EventType>(
  writer: Writer,
  sessionId: string,
  turn: number,
  type: T,
  data: EventData[T],
): Change {
  const ts = timestamp(writer.clock.now());
  return {
    type: "event.add",
    event: { id: writer.newId("evt"), type, sessionId, turn, ts, data },
  };
}
