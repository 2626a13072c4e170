import type { SessionEvent } from "../api/event.ts";
import { type Json, member } from "../api/json.ts";

/** What events have said of a call so far. */
export type CallProgress = {
  readonly startedAt?: string;
  readonly endedAt?: string;
  readonly state?: string;
  /** As it runs, and the answer that it runs under. */
  readonly inputs?: Json | undefined;
  readonly callAnswer?: Json | undefined;
  readonly approvalId?: string;
  readonly answer?: string;
  readonly error?: Json;
  /** How far it has come, in its own words. */
  readonly told?: string;
};

export type Progress = ReadonlyMap<string, CallProgress>;

/** What a running call says of itself: neither stored nor numbered. */
export function addTold(progress: Progress, data: Json): Progress {
  const id = member(data, "invocation_id");
  const [message, done, total] = ["message", "done", "total"].map((key) => member(data, key));
  if (typeof id !== "string") return progress;
  const count =
    typeof done === "number" ? `${done}${total === undefined ? "" : ` of ${total}`}` : "";
  const told = typeof message === "string" && message !== "" ? message : count;
  return new Map(progress).set(id, { ...progress.get(id), told });
}

/** The same map when an event is not about a call. */
export function addEvent(progress: Progress, { type, ts, data }: SessionEvent): Progress {
  const id = member(data, "invocation_id");
  if (typeof id !== "string") return progress;
  const news = newsOf(type, ts, data);
  return news ? new Map(progress).set(id, { ...progress.get(id), ...news }) : progress;
}

function newsOf(type: string, ts: string, data: Json): CallProgress | undefined {
  const text = (key: string) => String(member(data, key) ?? "");
  const told = { inputs: member(data, "inputs"), callAnswer: member(data, "answer") };
  if (type === "tool.started") return { startedAt: ts, ...told };
  if (type === "approval.requested") return { approvalId: text("approval_id") };
  if (type === "approval.answered") return { answer: text("state") };
  if (type !== "tool.completed") return undefined;
  return { endedAt: ts, state: text("state"), ...told, error: member(data, "error") ?? null };
}
