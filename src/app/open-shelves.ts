import type { Clock } from "../base/clock.ts";
import type { Redactor } from "../base/redaction/redactor.ts";
import { createFolderShelf } from "../features/bundles/create-folder-shelf.ts";
import { createFolderKinds } from "../features/bundles/folder-kinds.ts";
import { createFolderSource } from "../features/bundles/folder-source.ts";
import { knownFolders } from "../features/bundles/known-folders.ts";
import { createFolderLooks } from "../features/packs/folder-looks.ts";
import { knownPacks } from "../features/packs/known-packs.ts";
import { createPackEntries } from "../features/packs/pack-entries.ts";
import { createPackShelf } from "../features/packs/pack-shelf.ts";
import type { Packs } from "../features/packs/packs.ts";
import { OwnFolderKind } from "../schema/installed-folder.ts";
import type { Store } from "../stores/store.ts";
import type { AssembleOptions } from "./assemble-options.ts";
import { FOLDER_KINDS } from "./folder-kinds.ts";

type Parts = {
  readonly store: Store;
  readonly clock: Clock;
  readonly redactor: Redactor;
};

/** Where installed folders are kept, and the sources that list them. */
export function openShelves(
  options: AssembleOptions,
  { store, clock, redactor }: Parts,
  /** Why nothing of the bundle of this digest runs. */
  whyNot: (digest: string) => string | undefined,
) {
  const folderShelf = createFolderShelf({
    store,
    clock,
    redactor,
    roots: { home: options.homeFolder, capabilities: options.capabilityFolder },
    // The last of ours takes what no other does.
    kinds: createFolderKinds([...(options.folderKinds ?? []), ...FOLDER_KINDS]),
    shipped: options.shippedPacks,
  });
  const { folderKinds = [] } = options;
  const kinds = [...OwnFolderKind.options, ...folderKinds.map(({ kind }) => kind)];
  const folderSources = kinds.map((kind) =>
    createFolderSource({
      kind,
      stored: () => store.folders.list(kind),
      shelf: folderShelf,
      whyNot,
    }),
  );
  const installedFolders = knownFolders(folderSources);
  const packShelf = createPackShelf(folderShelf);
  const packEntries = createPackEntries({
    shelf: { ...packShelf, trustOf: folderShelf.trustOf },
    registered: installedFolders,
  });
  const packs: Packs = {
    known: knownPacks(installedFolders),
    shelf: packShelf,
    entriesOf: packEntries,
    looks: createFolderLooks(folderShelf),
  };
  return { folderShelf, folderSources, installedFolders, packs };
}
