import { basename } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import { codeSlug, freeSlug } from "../../base/slug.ts";
import {
  type FolderOrigin,
  folderId,
  type InstalledFolder,
  trustOfOrigin,
} from "../../schema/installed-folder.ts";
import type { FolderKinds } from "./folder-kinds.ts";
import type { FoundFolder } from "./folder-shelf.ts";
import type { LoadedToInstall } from "./registry.ts";

type Wanted = Pick<LoadedToInstall, "kind" | "path" | "origin" | "metadata" | "replaces">;

export type FolderPlace = {
  readonly id: string;
  /** The one that it replaces. */
  readonly before: InstalledFolder | undefined;
  readonly origin: FolderOrigin;
};

/** The id that a folder gets, and the one that it replaces. Throws where its name is taken. */
export function placeFor(
  kinds: FolderKinds,
  known: ReadonlyMap<string, InstalledFolder>,
  wanted: Wanted,
): FolderPlace {
  const place = findPlace(kinds, known, wanted);
  if (place.before && kinds.of(wanted.kind).slug === "conflict") requireSame(place.before, wanted);
  return place;
}

/** The same, whether it may take the place or not. */
export function findPlace(
  kinds: FolderKinds,
  known: ReadonlyMap<string, InstalledFolder>,
  wanted: Wanted,
): FolderPlace {
  const { kind, origin, metadata } = wanted;
  const slug = metadata.id ?? codeSlug(metadata.name, folderName(wanted));
  if (kinds.of(kind).slug === "suffix") return placeBeside(known, wanted, slug);
  const id = folderId(kind, slug);
  return { id, before: known.get(id), origin };
}

/** What its folder is called; empty for a zip. */
export function folderName({ path }: Pick<FoundFolder, "path">): string {
  return path === null ? "" : basename(path);
}

function placeBeside(
  known: ReadonlyMap<string, InstalledFolder>,
  { kind, path, origin, replaces }: Wanted,
  slug: string,
): FolderPlace {
  const before =
    replaces === undefined
      ? [...known.values()].find((one) => one.kind === kind && path !== null && one.path === path)
      : known.get(replaces ?? "");
  if (before) {
    // A folder of Capstan's own that a person installs again.
    const isShipped = before.origin === "shipped" && before.path === path;
    return { id: before.id, before, origin: isShipped ? "shipped" : origin };
  }
  const free = freeSlug(slug, (one) => known.has(folderId(kind, one)));
  return { id: folderId(kind, free), before, origin };
}

/** A name is never taken over: what agents and grants mean by it stays what it was. */
function requireSame(
  before: InstalledFolder,
  { path, origin }: Pick<InstalledFolder, "path" | "origin">,
): void {
  const isSamePlace = before.path === path || before.path === null || path === null;
  const isShipped = before.origin === "shipped" && origin === "shipped";
  const isSameTrust = trustOfOrigin(before.origin) === trustOfOrigin(origin);
  if (isShipped || (isSamePlace && isSameTrust)) return;
  const from = before.origin === "shipped" ? "ships with Capstan" : "came from another place";
  const message = `"${before.id}" exists already, and ${from}. Remove it first, or give this one another name.`;
  throw new CapstanError("STATE_CONFLICT", message, { details: { capability_id: before.id } });
}
