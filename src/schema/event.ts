import * as z from "zod";

export const EventType = z.enum([
  "session.created",
  "message.created",
  "turn.started",
  "turn.waiting",
  "turn.paused",
  "turn.resumed",
  "turn.completed",
  "turn.failed",
  "tool.started",
  "tool.completed",
  "approval.requested",
  "approval.answered",
  "artifact.created",
  "spec.changed",
  "spec.frozen",
  "capability.attached",
  "capability.detached",
]);
export type EventType = z.infer<typeof EventType>;

/** What happened in a session, in order: sequence 1, 2, 3 … without gaps. */
export const SessionEvent = z.strictObject({
  id: z.string(),
  type: EventType,
  sequence: z.int(),
  sessionId: z.string(),
  turn: z.int(),
  ts: z.string(),
  data: z.record(z.string(), z.json()),
});
export type SessionEvent = z.infer<typeof SessionEvent>;
