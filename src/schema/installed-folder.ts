import * as z from "zod";
import type { JsonObject } from "../base/json.ts";
import { BroughtKind, capabilityIdOf, type Trust } from "./capability.ts";

export const OwnFolderKind = z.enum(["pack", "ext", "skill", "agent"]);

export const FolderKind = z.union([OwnFolderKind, BroughtKind]);
export type FolderKind = z.infer<typeof FolderKind>;

/**
 * Where a folder came from: with Capstan, from a folder of its owner, or from elsewhere. Earlier versions
 * wrote "remote" for all that came from elsewhere.
 */
export const FolderOrigin = z.enum([
  ...(["shipped", "local"] as const),
  ...(["zip", "git", "hub", "npm", "url", "remote"] as const),
]);
export type FolderOrigin = z.infer<typeof FolderOrigin>;

/** An installed folder of any kind: what the registry knows of it. */
export const InstalledFolder = z.strictObject({
  /** With its kind: `skill:schema-infer`. */
  id: z.string(),
  kind: FolderKind,
  /** As its files say it; its id is this as a slug. */
  name: z.string(),
  version: z.string(),
  description: z.string(),
  /** Where its folder lies on this machine; null for one that came as a zip. */
  path: z.string().nullable(),
  /** Of its bundle. */
  digest: z.string(),
  /** False: listed, and none of its tools runs. */
  enabled: z.boolean(),
  /** The digest of the version that a person has let run; null before the first one. */
  approvedDigest: z.string().nullable(),
  /** Whether an admin lets its tools run while its author calls it a draft. */
  runsDraft: z.boolean(),
  origin: FolderOrigin,
  /** Fields that only its kind has. */
  about: z.record(z.string(), z.json()),
  warnings: z.array(z.string()).readonly(),
  installedBy: z.string(),
  installedAt: z.string(),
  updatedAt: z.string(),
});
export type InstalledFolder = z.infer<typeof InstalledFolder>;

/** A folder that was found and could not be installed. */
export const RefusedFolder = z.strictObject({ path: z.string(), reason: z.string() });
export type RefusedFolder = z.infer<typeof RefusedFolder>;

/** What a folder's files say of it. */
export type FolderMetadata = Pick<
  InstalledFolder,
  "name" | "version" | "description" | "warnings"
> & {
  /** The id that its author gave it, without its kind; left out where that is its name as a slug. */
  readonly id?: string;
  /** Fields that only its kind has. */
  readonly about?: JsonObject;
};

const SOURCES = new Map<FolderKind, string>([
  ["ext", "extensions"],
  ["pack", "packs"],
]);

/** The id of the source that lists the folders of a kind. */
export function folderSource(kind: FolderKind): string {
  return SOURCES.get(kind) ?? `${kind}-folders`;
}

export function folderId(kind: FolderKind, slug: string): string {
  return capabilityIdOf(kind, slug);
}

/** The id of a folder without its kind. */
export function folderSlug({ id, kind }: Pick<InstalledFolder, "id" | "kind">): string {
  return id.slice(kind.length + 1);
}

/** How far a folder is trusted by where it came from, of whatever kind it is. */
export function trustOfOrigin(origin: FolderOrigin): Trust {
  if (origin === "shipped") return "builtin";
  return origin === "local" ? "local" : "remote";
}

/** A zip has no folder. */
export function originOf({ path }: { readonly path: string | null }): FolderOrigin {
  return path === null ? "zip" : "local";
}

/**
 * Whether a person is asked before a version runs for the first time. Extensions are programs of others,
 * wherever their folder lies. A pack asks at each call.
 */
export function isStrangers({ kind, origin }: Pick<InstalledFolder, "kind" | "origin">): boolean {
  if (kind === "pack") return false;
  return trustOfOrigin(origin) === "remote" || (kind === "ext" && origin !== "shipped");
}
