import * as z from "zod";

/** How much of some tools each actor may use. What is left out is not limited. */
export const Quota = z.strictObject({
  /** A pattern of tool ids; each tool that matches is counted by itself. */
  tool: z.string().min(1).max(256).default("*"),
  /** A pattern of actors' names; each actor is counted by themselves. */
  actor: z.string().min(1).max(256).default("*"),
  calls_per_minute: z.int().positive().max(100_000).optional(),
  at_once: z.int().positive().max(10_000).optional(),
  /** The longest that one call may run. */
  run_time_s: z.number().positive().optional(),
});
export type Quota = z.infer<typeof Quota>;
