import * as z from "zod";
import { CapabilityId } from "./capability.ts";

/** A capability that a person gave to one session, beside those of its agent. */
export const Attachment = z.strictObject({
  capabilityId: CapabilityId,
  attachedBy: z.string(),
  attachedAt: z.string(),
});
export type Attachment = z.infer<typeof Attachment>;
