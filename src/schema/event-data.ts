import type { JsonValue } from "../base/json.ts";
import type { ApprovalLevel, ApprovalState } from "./approval.ts";
import type { CallAnswer } from "./call-answer.ts";
import type { EventType, SessionEvent } from "./event.ts";
import type { InputRequest } from "./input-request.ts";
import type { Message } from "./message.ts";
import type { TaskState } from "./task-state.ts";

type Failure = { code: string; message: string };
type OfCall = { invocation_id: string; tool_id: string };
type OfApproval = OfCall & { approval_id: string };

/** What each type of event says. It is stored as it goes over the wire, in snake_case. */
export type EventData = {
  "session.created": { agent_id: string; forked_from?: string };
  "message.created": {
    message_id: string;
    role: Message["role"];
    content: string;
    /** What a model had written when its turn was cancelled. */
    cancelled?: true;
  };
  "turn.started": Record<never, never>;
  "turn.waiting": { input_request: WaitingFor };
  "turn.paused": { by: string };
  "turn.resumed": { by: string };
  "turn.completed": { state: TaskState };
  "turn.failed": { state: TaskState; error: Failure };
  "tool.started": OfCall & { inputs: JsonValue; answer?: CallAnswer };
  "tool.completed": OfCall & {
    inputs: JsonValue;
    state: TaskState;
    answer?: CallAnswer;
    outputs?: JsonValue;
    error?: Failure;
  };
  "approval.requested": OfApproval & { level: ApprovalLevel; reason: string };
  "approval.answered": OfApproval & {
    state: ApprovalState;
    /** Left out for a plain Run. */
    answer?: CallAnswer;
    /** Declined by this client of the gateway: it may have asked no person. */
    client?: string;
  };
  "artifact.created": OfCall & { path: string; mime?: string; size_bytes?: number };
  "spec.changed": { digest: string };
  "spec.frozen": { digest: string };
  "capability.attached": { capability_id: string };
  "capability.detached": { capability_id: string };
};

export type WaitingFor = {
  kind: InputRequest["kind"];
  reason: string;
  fields?: JsonValue[];
  approval_ids?: string[];
  invocation_id?: string;
  asked_by?: { skill: string; context_id: string };
};

/** The types of event that are about one call. */
export type CallEventType = {
  [T in EventType]: EventData[T] extends OfCall ? T : never;
}[EventType];

/** A stored event, with what its type says of its data. */
export type TypedEvent = {
  [T in EventType]: Omit<SessionEvent, "type" | "data"> & {
    readonly type: T;
    readonly data: EventData[T];
  };
}[EventType];
