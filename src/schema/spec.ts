import * as z from "zod";

/**
 * What a session is about to do, written down. Once a person has frozen it, policy may allow what
 * it would otherwise refuse (X10); any change thaws it.
 */
export const Spec = z.strictObject({
  content: z.json(),
  digest: z.string(),
  frozenAt: z.string().nullable(),
  frozenBy: z.string().nullable(),
  updatedAt: z.string(),
});
export type Spec = z.infer<typeof Spec>;
