import type { Clock } from "../../base/clock.ts";
import type { Redactor } from "../../base/redaction/redactor.ts";
import type { Store } from "../../stores/store.ts";
import { allowedRoot, type RootRules } from "../bundles/allowed-root.ts";
import type { ExtensionShelf, LoadedExtension } from "../bundles/extension-shelf.ts";
import { kindOfFolder } from "../bundles/kind-of-folder.ts";
import { readFolder } from "../bundles/read/read-folder.ts";
import { readZip } from "../bundles/read/read-zip.ts";
import { storeBundle } from "../bundles/store-bundle.ts";
import { readStored, requireBundle } from "../bundles/stored-bundle.ts";
import { extensionInvalid } from "./extension-errors.ts";
import { loadExtension } from "./load-extension.ts";

type Options = {
  readonly store: Pick<Store, "bundles" | "files" | "journal">;
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, "hideKnown">;
  readonly roots: RootRules;
};

/** How many are kept read: more than anybody installs. */
const MAX_KEPT = 500;

/** Extensions as bundles of the store. */
export function createExtensionShelf({ store, clock, redactor, roots }: Options): ExtensionShelf {
  // By digest, they never change.
  const loaded = new Map<string, Promise<LoadedExtension>>();
  return {
    async find(from) {
      const path = "path" in from ? await allowedRoot(from.path, roots, extensionInvalid) : null;
      const read = "zip" in from ? await readZip(from.zip) : await readFolder(path ?? "");
      return { kind: kindOfFolder(read), path, read };
    },
    load: ({ read }) => loadExtension(read),
    keep: (read, usedBy) => storeBundle({ store, clock, redactor }, read, usedBy),
    async stored(digest) {
      const known = loaded.get(digest) ?? readStored(store, digest).then(loadExtension);
      if (loaded.size >= MAX_KEPT) loaded.clear();
      loaded.set(digest, known);
      known.catch(() => loaded.delete(digest));
      return known;
    },
    files: async (digest) => (await requireBundle(store.bundles, digest)).files,
  };
}
