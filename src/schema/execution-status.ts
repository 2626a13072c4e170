import * as z from "zod";
import { isTerminal, type TaskState } from "./task-state.ts";

/** How a one-shot call ended, in the words of the document before it had turns (S18). */
export const ExecutionStatus = z.enum(["success", "failed", "blocked", "escalated", "timeout"]);
export type ExecutionStatus = z.infer<typeof ExecutionStatus>;

/** What is not over is `blocked`: the state itself says why. */
export function executionStatusOf(state: TaskState): ExecutionStatus {
  if (state === "completed") return "success";
  const known = ExecutionStatus.safeParse(state);
  return isTerminal(state) && known.success ? known.data : "blocked";
}

/** A word that is not known is a failure. */
export function taskStateOf(status: string): TaskState {
  const known = ExecutionStatus.safeParse(status.toLowerCase());
  if (!known.success) return "failed";
  return known.data === "success" ? "completed" : known.data;
}
