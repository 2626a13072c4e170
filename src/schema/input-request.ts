import * as z from "zod";

const InputRequestKind = z.enum(["fields", "approval", "confirmation", "reconcile"]);

/** Why something waits for a person, and what would let it go on (X9). */
export const InputRequest = z.strictObject({
  kind: InputRequestKind,
  reason: z.string(),
  fields: z.array(z.json()).optional(),
  approvalIds: z.array(z.string()).optional(),
  invocationId: z.string().optional(),
});
export type InputRequest = z.infer<typeof InputRequest>;
