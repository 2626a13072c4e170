import * as z from "zod";
import { CommandCall } from "./command-call.ts";
import { HttpCall } from "./http-call.ts";

/**
 * How a tool runs: plain data, digested together with the tool, read by the executor of its type
 * alone. An approval is bound to that digest, so what runs is what a person saw.
 */
export const Execution = z.object({ type: z.string().min(1).max(64) }).catchall(z.json());
export type Execution = z.infer<typeof Execution>;

/** Code that was loaded into this process. */
export const InProcessExecution = z.strictObject({
  type: z.literal("in_process"),
  capability: z.string(),
  tool: z.string(),
  /** The digest of its text: other code is never taken for it. */
  code: z.string(),
});
export type InProcessExecution = z.infer<typeof InProcessExecution>;

/** A program with its arguments. */
export const CommandExecution = z.strictObject({
  type: z.literal("command"),
  call: CommandCall,
});
export type CommandExecution = z.infer<typeof CommandExecution>;

/** One request to another server. */
export const HttpExecution = z.strictObject({ type: z.literal("http"), request: HttpCall });
export type HttpExecution = z.infer<typeof HttpExecution>;
