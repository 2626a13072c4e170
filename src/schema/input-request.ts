import * as z from "zod";

const InputRequestKind = z.enum(["fields", "approval", "confirmation", "reconcile"]);

/** Why something waits for a person, and what would let it go on (X9). */
export const InputRequest = z.strictObject({
  kind: InputRequestKind,
  reason: z.string(),
  fields: z.array(z.json()).optional(),
  approvalIds: z.array(z.string()).optional(),
  invocationId: z.string().optional(),
  /** The skill that was handed over to, where it is that one which asks. */
  askedBy: z.strictObject({ skill: z.string(), contextId: z.string() }).optional(),
  /** What a skill had made of its work when it asked. */
  partialOutputs: z.json().optional(),
});
/** How long a running call waits for a person. After that it is told that nobody answered. */
export const ANSWER_WITHIN_MS = 600_000;

export type InputRequest = z.infer<typeof InputRequest>;
