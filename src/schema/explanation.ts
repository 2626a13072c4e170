import * as z from "zod";
import { Decision } from "./decision.ts";

/** A rule that took part in a decision, and where it is written. */
export const AppliedRule = z.strictObject({
  id: z.string(),
  effect: z.enum(["permit", "forbid"]),
  /** A policy file, a shipped profile, or the list in the settings that it was compiled from. */
  file: z.string(),
  line: z.int(),
  reason: z.string(),
});
export type AppliedRule = z.infer<typeof AppliedRule>;

/** Why a call is decided as it is, and what would change that. */
export const Explanation = z.strictObject({
  decision: Decision,
  /** What policy says with no approval (0), a user's (1) and an admin's (2). */
  levels: z.array(
    z.strictObject({
      level: z.int(),
      allowed: z.boolean(),
      rules: z.array(AppliedRule),
      errors: z.array(z.strictObject({ rule: z.string(), message: z.string() })),
    }),
  ),
  /** What policy was told about the inputs, and nothing else of them. */
  facts: z.record(z.string(), z.json()),
  wouldChange: z.array(z.strictObject({ change: z.string(), effect: Decision.shape.effect })),
});
export type Explanation = z.infer<typeof Explanation>;
