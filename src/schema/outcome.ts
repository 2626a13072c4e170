import * as z from "zod";
import { CallAnswer } from "./call-answer.ts";
import { ExecutionStatus } from "./execution-status.ts";
import { InputRequest } from "./input-request.ts";
import { ModelUsage } from "./message.ts";
import { SideEffect } from "./side-effect.ts";
import { TaskState } from "./task-state.ts";

const OutcomeError = z.strictObject({
  code: z.string(),
  message: z.string(),
  retryable: z.boolean(),
  details: z.record(z.string(), z.json()).optional(),
});

export const Artifact = z.strictObject({
  path: z.string(),
  type: z.literal("file"),
  mime: z.string().optional(),
  sizeBytes: z.int().optional(),
});
export type Artifact = z.infer<typeof Artifact>;

/** What became of a call: the answer to every invoke (C10). */
export const Outcome = z.strictObject({
  invocationId: z.string(),
  state: TaskState,
  outputs: z.json().optional(),
  /** The input that an approver put in the place of the caller's. */
  ranWith: z.json().optional(),
  /** The answer that it ran under, or was denied by; left out for a plain Run. */
  answer: CallAnswer.optional(),
  error: OutcomeError.optional(),
  inputRequest: InputRequest.optional(),
  declaredSideEffects: z.array(SideEffect),
  artifacts: z.array(Artifact),
  /** What a person should know beside it, such as files that were not kept. */
  notes: z.array(z.string()).optional(),
  /** What models used that its tool asked. */
  usage: ModelUsage.optional(),
  durationMs: z.number(),
  turn: z.int(),
  /** Of a run that hands over: to which skill, and in which context that runs. */
  delegation: z.strictObject({ target: z.string(), contextId: z.string() }).optional(),
  /** The status of a one-shot call, and the state that it stands for (S46). */
  metadata: z.strictObject({ executionStatus: ExecutionStatus, agentState: TaskState }).optional(),
  /** The run that it was a turn of. */
  contextId: z.string().optional(),
  resumeToken: z.string().optional(),
});
export type Outcome = z.infer<typeof Outcome>;
