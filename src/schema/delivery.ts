import * as z from "zod";

/** A message to the owner's webhook that is still to be delivered. */
export const Delivery = z.strictObject({
  id: z.string(),
  /** The session that it tells of; null where it tells of none. */
  sessionId: z.string().nullable(),
  type: z.string(),
  /** The exact text that is signed and sent. */
  body: z.string(),
  attempts: z.int(),
  /** Not before this. */
  dueAt: z.string(),
  createdAt: z.string(),
});
export type Delivery = z.infer<typeof Delivery>;
