import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Redactor } from "../../base/redaction/redactor.ts";
import { trustOfOrigin } from "../../schema/installed-folder.ts";
import type { Store } from "../../stores/store.ts";
import { allowedRoot, type RootRules } from "./allowed-root.ts";
import type { KeptFiles, LoadedFolder } from "./folder-kind.ts";
import type { FolderKinds } from "./folder-kinds.ts";
import type { FolderShelf } from "./folder-shelf.ts";
import { decodeDoc } from "./read/decode-doc.ts";
import { readFolder } from "./read/read-folder.ts";
import { readZip } from "./read/read-zip.ts";
import { storeBundle } from "./store-bundle.ts";
import { readContent, readStored, requireBundle } from "./stored-bundle.ts";

type Options = {
  readonly store: Pick<Store, "bundles" | "files" | "journal">;
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, "hideKnown">;
  readonly roots: RootRules;
  readonly kinds: FolderKinds;
  /** The folder of the folders that ship with Capstan. */
  readonly shipped?: string | undefined;
};

/** How many are kept read: more than anybody installs. */
const MAX_KEPT = 500;
/** More than anybody has; a folder of millions is not walked. */
const MAX_FOUND = 2_000;

/** Installed folders as bundles of the store. */
export function createFolderShelf(options: Options): FolderShelf {
  const { store, clock, redactor, roots, kinds, shipped } = options;
  // By digest, they never change.
  const loaded = new Map<string, Promise<LoadedFolder>>();
  const kept: KeptFiles = {
    files: async (digest) => (await requireBundle(store.bundles, digest)).files,
    bytes: (file) => readContent(store.files, file),
  };

  const stored: FolderShelf["stored"] = async (kind, digest) => {
    const key = `${kind} ${digest}`;
    const { load } = kinds.of(kind);
    const known = loaded.get(key) ?? readStored(store, digest).then((read) => load(read));
    if (loaded.size >= MAX_KEPT) loaded.clear();
    loaded.set(key, known);
    known.catch(() => loaded.delete(key));
    return known;
  };

  async function within(place: string): Promise<readonly string[]> {
    const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
    const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
    const found: string[] = [];
    for (const { name } of folders.slice(0, MAX_FOUND)) {
      const path = join(place, name);
      const inside = await readdir(path, { withFileTypes: true }).catch(() => []);
      const names = inside.map((one) => (one.isDirectory() ? `${one.name}/` : one.name));
      const hasDoc = names.some((one) => /\.md$/i.test(one));
      if (hasDoc || kinds.named(names)) found.push(path);
    }
    return found.sort();
  }

  let shippedDigests: Promise<ReadonlySet<string>> | undefined;
  async function readShipped(): Promise<ReadonlySet<string>> {
    const folders = shipped === undefined ? [] : await within(shipped);
    const read = await Promise.allSettled(folders.map((folder) => readFolder(folder)));
    return new Set(
      read.flatMap((one) => (one.status === "fulfilled" ? [one.value.bundle.digest] : [])),
    );
  }

  return {
    ...kept,
    kinds,
    rootOf: (path) => allowedRoot(path, roots),
    async find(from) {
      const path = "path" in from ? await allowedRoot(from.path, roots, folderInvalid) : null;
      const read = "zip" in from ? await readZip(from.zip) : await readFolder(path ?? "");
      return { kind: kinds.kindOf(read).kind, path, read };
    },
    within,
    load: (kind, read, hints) => kinds.of(kind).load(read, hints),
    keep: (read, usedBy) => storeBundle({ store, clock, redactor }, read, usedBy),
    stored,
    async listed(folder) {
      const { kind, list } = kinds.of(folder.kind);
      return list ? list(folder, kept) : stored(kind, folder.digest);
    },
    async trustOf({ digest, origin }) {
      shippedDigests ??= readShipped();
      if ((await shippedDigests).has(digest)) return "builtin";
      return trustOfOrigin(origin === "shipped" ? "local" : origin);
    },
    text: async (file) => decodeDoc(await kept.bytes(file)).text,
  };
}

function folderInvalid(problem: string, details: Record<string, unknown>): CapstanError {
  return new CapstanError("BUNDLE_INVALID", problem, { details });
}
