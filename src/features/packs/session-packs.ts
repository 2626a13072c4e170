import type { Attachment } from "../../schema/attachment.ts";
import { type AttachedPack, packIdIn } from "../../schema/pack.ts";
import type { Tool } from "../../schema/tool.ts";
import type { PackEntries } from "./pack-entries.ts";

export type SessionPack = AttachedPack & { readonly id: string };

/** A pack as a model meets it. */
export type ComposedPack = SessionPack & {
  /** Those that are enabled in this session. */
  readonly tools: readonly Tool[];
};

/** The packs of a session, in the order in which they were attached (P12). */
export function sessionPacks(attachments: readonly Attachment[]): readonly SessionPack[] {
  if (attachments.length === 0) return NONE;
  return attachments.flatMap(({ capabilityId, pack }) => {
    const id = packIdIn(capabilityId);
    return pack && id !== undefined ? [{ ...pack, id }] : [];
  });
}

const NONE: readonly SessionPack[] = [];

export async function composedPacks(
  entriesOf: PackEntries,
  attachments: readonly Attachment[],
): Promise<readonly ComposedPack[]> {
  const packs = sessionPacks(attachments);
  return Promise.all(
    packs.map(async (pack) => ({
      ...pack,
      tools: pack.toolsEnabled ? (await entriesOf(pack)).map(({ tool }) => tool) : [],
    })),
  );
}
