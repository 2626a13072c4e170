import type { BundleUser } from "../../schema/bundle.ts";
import type { Trust } from "../../schema/capability.ts";
import type { FolderKind, InstalledFolder } from "../../schema/installed-folder.ts";
import type { KeptFiles, ListedFolder, LoadedFolder, LoadHints } from "./folder-kind.ts";
import type { FolderKinds } from "./folder-kinds.ts";
import type { ReadBundle } from "./read-bundle.ts";

/** A folder of this machine, or the bytes of a zip. */
export type FolderOrZip = { readonly path: string } | { readonly zip: Uint8Array };

/** What was found at a path or in a zip: read, and not kept yet. */
export type FoundFolder = {
  readonly kind: FolderKind;
  /** Its real path; null for a zip. */
  readonly path: string | null;
  readonly read: ReadBundle;
};

/** Where the files of installed folders come from, and where they are kept: by digest, they never change. */
export interface FolderShelf extends KeptFiles {
  readonly kinds: FolderKinds;
  /** The real path of a folder that may be installed; PACK_INVALID says why another may not. */
  rootOf(path: string): Promise<string>;
  /** SKILL_INVALID, AGENT_FOLDER_INVALID, EXTENSION_INVALID and BUNDLE_INVALID say what to change. */
  find(from: FolderOrZip): Promise<FoundFolder>;
  /** The folders right inside one that look, by the names in them, like something to install. */
  within(place: string): Promise<readonly string[]>;
  load(kind: FolderKind, read: ReadBundle, hints?: Partial<LoadHints>): LoadedFolder;
  keep(read: ReadBundle, usedBy: BundleUser): Promise<void>;
  /** One that was kept. */
  stored(kind: FolderKind, digest: string): Promise<LoadedFolder>;
  /** The capabilities of one that is installed. */
  listed(folder: InstalledFolder): Promise<ListedFolder>;
  /**
   * How far one is trusted, of whatever kind it is: as a part of Capstan only what ships with it, byte by
   * byte; anything else by where it came from.
   */
  trustOf(folder: Pick<InstalledFolder, "digest" | "origin">): Promise<Trust>;
  /** The text of a kept file, such as its documentation. */
  text(file: Parameters<KeptFiles["bytes"]>[0]): Promise<string>;
}
