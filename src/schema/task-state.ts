import * as z from "zod";

/** One set of states for sessions, contexts and invocations (S17, X9). */
export const TaskState = z.enum([
  "pending",
  "in_progress",
  "completed",
  "failed",
  "timeout",
  "blocked",
  "escalated",
  "input_required",
  "delegating",
  "paused",
]);
export type TaskState = z.infer<typeof TaskState>;

const TERMINAL: ReadonlySet<TaskState> = new Set([
  "completed",
  "failed",
  "timeout",
  "blocked",
  "escalated",
]);
const RESUMABLE: ReadonlySet<TaskState> = new Set(["input_required", "delegating", "paused"]);

export function isTerminal(state: TaskState): boolean {
  return TERMINAL.has(state);
}

export function isResumable(state: TaskState): boolean {
  return RESUMABLE.has(state);
}
