import * as z from "zod";
import type { Actor } from "./actor.ts";
import { folderSlug, type InstalledFolder } from "./installed-folder.ts";

/** Fields that only packs have in the registry of folders. */
export const PackAbout = z.strictObject({
  /** The entry doc that its owner asked for; null to find it (P10). */
  wantedEntryDoc: z.string().nullable(),
  entryDoc: z.string(),
  hasToolsJson: z.boolean(),
  /** The tools that it says it needs; null where it says nothing. */
  allowedTools: z.array(z.string()).readonly().nullable(),
});
export type PackAbout = z.infer<typeof PackAbout>;

/** An installed folder that can be attached to sessions, under its id without the kind. */
export const Pack = z.strictObject({
  /** Its name as a slug; `-2` and so on where that is taken. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** Where its folder lies on this machine; null for one that came as a zip. */
  path: z.string().nullable(),
  wantedEntryDoc: PackAbout.shape.wantedEntryDoc,
  entryDoc: PackAbout.shape.entryDoc,
  hasToolsJson: PackAbout.shape.hasToolsJson,
  /** Of its bundle. */
  digest: z.string(),
  allowedTools: PackAbout.shape.allowedTools,
  /** False: sessions that have it do without its tools, and no other session gets it. */
  enabled: z.boolean(),
  warnings: z.array(z.string()).readonly(),
  addedBy: z.string(),
  addedAt: z.string(),
  updatedAt: z.string(),
});
export type Pack = z.infer<typeof Pack>;

export function packOf(folder: InstalledFolder): Pack {
  const { name, description, path, digest, enabled, warnings } = folder;
  const { installedBy, installedAt, updatedAt } = folder;
  return {
    ...PackAbout.parse(folder.about),
    ...{ id: folderSlug(folder), name, description, path, digest, enabled, warnings },
    ...{ addedBy: installedBy, addedAt: installedAt, updatedAt },
  };
}

/** What a folder says of itself as a pack. */
export type PackMetadata = Pick<
  Pack,
  "name" | "description" | "entryDoc" | "hasToolsJson" | "allowedTools" | "warnings"
>;

/** A pack as a session has it: it stays what it was when it was attached. */
export const AttachedPack = z.strictObject({
  /** Of the bundle that it was taken from. */
  digest: z.string(),
  name: z.string(),
  description: z.string(),
  entryDoc: z.string(),
  hasToolsJson: z.boolean(),
  /** What it says that it needs, where it says something. */
  allowedTools: z.array(z.string()).exactOptional(),
  toolsEnabled: z.boolean(),
});
export type AttachedPack = z.infer<typeof AttachedPack>;

/** Ids of packs that a person gives to a session, or takes from it (P11). */
export type WantedPacks = {
  readonly attach?: readonly string[] | undefined;
  readonly detach?: readonly string[] | undefined;
  /** Calls for the attached packs that no longer ask in this session; left out, each of them asks. */
  readonly opens?: PackOpening | undefined;
};

/** Calls for the attached packs that an approver answers beforehand. */
export type PackOpening = { readonly by: Actor; readonly reads: boolean; readonly tools: boolean };

/** The capability of the tools that read packs and enable theirs. */
export const PACKS_CAPABILITY = "capability_packs";

/** The tools that read a pack and do nothing else. */
export const PACK_READS: readonly string[] = ["open_docs", "read_file"].map(
  (name) => `builtin:${PACKS_CAPABILITY}:${name}`,
);

/** The tool that makes the tools of a pack the agent's own. It runs none of them. */
export const ENABLE_TOOLS = `builtin:${PACKS_CAPABILITY}:enable_tools`;

/** The tool that opens a pack: from its result on, the pack's `allowed-tools` hold for the rest of the turn. */
export const OPEN_DOCS = `builtin:${PACKS_CAPABILITY}:open_docs`;

export const TOOLS_JSON = "tools.json";

export function packCapabilityId(packId: string): string {
  return `pack:${packId}`;
}

/** The pack that a capability or a tool is of; undefined where it is of none. */
export function packIdIn(id: string): string | undefined {
  const [kind, packId] = id.split(":");
  return kind === "pack" ? packId : undefined;
}
