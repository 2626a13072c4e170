import type { FeatureKey } from "../../engine/feature-key.ts";
import type { Pack } from "../../schema/pack.ts";
import type { FolderLooks } from "./folder-looks.ts";
import type { PackEntries } from "./pack-entries.ts";
import type { PackShelf } from "./pack-shelf.ts";

/** The installed packs, as this process knows them. */
export type Packs = {
  /** By id. */
  readonly known: () => ReadonlyMap<string, Pack>;
  readonly shelf: PackShelf;
  readonly entriesOf: PackEntries;
  /** Differences between installed packs and their folders. */
  readonly looks: FolderLooks;
};

export const PACKS: FeatureKey<Packs> = { name: "packs" };
