import * as z from "zod";
import { CapabilityId } from "./capability.ts";
import { AttachedPack } from "./pack.ts";

/** A capability that a person gave to one session, beside those of its agent. */
export const Attachment = z.strictObject({
  capabilityId: CapabilityId,
  attachedBy: z.string(),
  attachedAt: z.string(),
  /** What it was when it was attached, where it is a pack. */
  pack: AttachedPack.optional(),
});
export type Attachment = z.infer<typeof Attachment>;
