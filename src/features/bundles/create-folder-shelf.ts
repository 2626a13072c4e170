import type { Clock } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Redactor } from "../../base/redaction/redactor.ts";
import type { FolderKind } from "../../schema/installed-folder.ts";
import type { Store } from "../../stores/store.ts";
import { allowedRoot, type RootRules } from "./allowed-root.ts";
import { findCodeFolders } from "./find-code-folders.ts";
import type { FolderCheck, FolderLoader, FolderShelf, LoadedFolder } from "./folder-shelf.ts";
import { kindOfFolder } from "./kind-of-folder.ts";
import { readFolder } from "./read/read-folder.ts";
import { readZip } from "./read/read-zip.ts";
import { storeBundle } from "./store-bundle.ts";
import { readContent, readStored, requireBundle } from "./stored-bundle.ts";

type Options = {
  readonly store: Pick<Store, "bundles" | "files" | "journal">;
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, "hideKnown">;
  readonly roots: RootRules;
  readonly loaders: Readonly<Record<FolderKind, FolderLoader>>;
  readonly checks: Readonly<Partial<Record<FolderKind, FolderCheck>>>;
};

/** How many are kept read: more than anybody installs. */
const MAX_KEPT = 500;

/** Skills and agents as bundles of the store. */
export function createFolderShelf(options: Options): FolderShelf {
  const { store, clock, redactor, roots, loaders, checks } = options;
  // By digest, they never change.
  const loaded = new Map<string, Promise<LoadedFolder>>();
  return {
    async find(from) {
      const path = "path" in from ? await allowedRoot(from.path, roots, folderInvalid) : null;
      const read = "zip" in from ? await readZip(from.zip) : await readFolder(path ?? "");
      return { kind: kindOfFolder(read), path, read };
    },
    within: findCodeFolders,
    load: (kind, read) => loaders[kind](read),
    check: (kind, read) => checks[kind]?.(read) ?? [],
    keep: (read, usedBy) => storeBundle({ store, clock, redactor }, read, usedBy),
    async stored(kind, digest) {
      const key = `${kind} ${digest}`;
      const known = loaded.get(key) ?? readStored(store, digest).then(loaders[kind]);
      if (loaded.size >= MAX_KEPT) loaded.clear();
      loaded.set(key, known);
      known.catch(() => loaded.delete(key));
      return known;
    },
    files: async (digest) => (await requireBundle(store.bundles, digest)).files,
    text: async (file) => new TextDecoder().decode(await readContent(store.files, file)),
  };
}

function folderInvalid(problem: string, details: Record<string, unknown>): CapstanError {
  return new CapstanError("BUNDLE_INVALID", problem, { details });
}
