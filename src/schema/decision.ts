import * as z from "zod";

/** What policy says of a call: data, never an exception (C26, X6). */
export const Decision = z.strictObject({
  effect: z.enum(["allow", "ask", "ask_admin", "deny"]),
  reason: z.string(),
  /** The rule that decided, so that it can be shown. */
  rule: z.string(),
});
export type Decision = z.infer<typeof Decision>;
