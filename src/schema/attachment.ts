import * as z from "zod";
import { CapabilityId } from "./capability.ts";
import { AttachedPack, packIdIn } from "./pack.ts";

/** A capability that a person gave to one session, beside those of its agent. */
export const Attachment = z.strictObject({
  capabilityId: CapabilityId,
  attachedBy: z.string(),
  attachedAt: z.string(),
  /** What it was when it was attached, where it is a pack. */
  pack: AttachedPack.optional(),
});
export type Attachment = z.infer<typeof Attachment>;

/** A pack of a session. */
export type SessionPack = AttachedPack & { readonly id: string };

/** The packs of a session, in the order in which they were attached (P12). */
export function sessionPacks(attachments: readonly Attachment[]): readonly SessionPack[] {
  if (attachments.length === 0) return NONE;
  return attachments.flatMap(({ capabilityId, pack }) => {
    const id = packIdIn(capabilityId);
    return pack && id !== undefined ? [{ ...pack, id }] : [];
  });
}

const NONE: readonly SessionPack[] = [];

/** Attached capabilities of the catalog: a session has a pack as it was when it was attached. */
export function attachedCapabilities(attachments: readonly Attachment[]): readonly string[] {
  return attachments.flatMap(({ capabilityId, pack }) => (pack ? [] : [capabilityId]));
}
