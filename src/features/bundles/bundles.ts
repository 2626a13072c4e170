import type { FeatureKey } from "../../engine/feature-key.ts";
import type { InstalledFolder, RefusedFolder } from "../../schema/installed-folder.ts";
import type { FolderShelf } from "./folder-shelf.ts";
import type { Trials } from "./tests/trials.ts";

/** A lock that a folder lacks, for its author to add. */
export type FolderLock = {
  readonly file: string;
  readonly text: string;
  /** Each as `name version`. */
  readonly packages: readonly string[];
};

/** Installed folders, as this process knows them. */
export type Bundles = {
  readonly shelf: FolderShelf;
  /** By id. */
  readonly installed: () => ReadonlyMap<string, InstalledFolder>;
  /** Folders that were found at the start and could not be installed. */
  readonly refused: () => readonly RefusedFolder[];
  /** The tools of folders that are tested now, by the sessions of their tests. */
  readonly trials: Trials;
  /** Finds the packages that a folder asks for without a lock. Nothing is installed. */
  readonly proposeLocks: (
    read: Parameters<FolderShelf["load"]>[1],
  ) => Promise<readonly FolderLock[]>;
};

export const BUNDLES: FeatureKey<Bundles> = { name: "bundles" };
