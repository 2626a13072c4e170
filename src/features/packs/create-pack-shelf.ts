import { basename } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import type { Redactor } from "../../base/redaction/redactor.ts";
import { TOOLS_JSON } from "../../schema/pack.ts";
import type { Store } from "../../stores/store.ts";
import { allowedRoot, type RootRules } from "../bundles/allowed-root.ts";
import { packInvalid } from "../bundles/pack-errors.ts";
import { decodeDoc } from "../bundles/read/decode-doc.ts";
import { readFolder } from "../bundles/read/read-folder.ts";
import { readZip } from "../bundles/read/read-zip.ts";
import { storeBundle } from "../bundles/store-bundle.ts";
import { readContent, requireBundle } from "../bundles/stored-bundle.ts";
import { findFolders } from "./find-folders.ts";
import { checkPack, loadPack } from "./load-pack.ts";
import type { PackShelf, PackToolsReading } from "./pack-shelf.ts";
import { readExamples, readToolsJson } from "./read-tools-json.ts";
import { stampFolder } from "./stamp-folder.ts";

type Options = {
  readonly store: Pick<Store, "bundles" | "files" | "journal">;
  readonly clock: Clock;
  readonly redactor: Pick<Redactor, "hideKnown">;
  readonly roots: RootRules;
  /** The folder of the packs that ship with Capstan. */
  readonly shipped?: string | undefined;
};

/** How many packs' tools are kept read: more than are in use at once. */
const MAX_KEPT = 2_000;

/** Packs as bundles of the store. */
export function createPackShelf({ store, clock, redactor, roots, shipped }: Options): PackShelf {
  // By digest, they never change.
  const tools = new Map<string, Promise<PackToolsReading | undefined>>();

  async function readTools(digest: string): Promise<PackToolsReading | undefined> {
    const bundle = await requireBundle(store.bundles, digest);
    const file = bundle.files.find(({ path }) => path === TOOLS_JSON);
    if (!file) return undefined;
    const contents = new Map([[file.digest, await readContent(store.files, file)]]);
    return readToolsJson({ bundle, contents });
  }

  let shippedDigests: Promise<ReadonlySet<string>> | undefined;
  async function readShipped(): Promise<ReadonlySet<string>> {
    const folders = shipped === undefined ? [] : await findFolders(shipped);
    const read = await Promise.all(folders.map((folder) => readFolder(folder)));
    return new Set(read.map(({ bundle }) => bundle.digest));
  }

  return {
    rootOf: (path) => allowedRoot(path, roots),
    async readFolder(root, entryDoc) {
      const [read, folder] = [await asPack(readFolder(root)), basename(root)];
      return { metadata: loadPack(read, { folder, entryDoc }), folder, read };
    },
    async check(root, entryDoc) {
      const [read, folder] = [await asPack(readFolder(root)), basename(root)];
      return { metadata: checkPack(read, { folder, entryDoc }), folder, read };
    },
    stampOf: stampFolder,
    find: findFolders,
    async readZip(bytes, entryDoc) {
      const read = await asPack(readZip(bytes));
      return { metadata: loadPack(read, { folder: "", entryDoc }), folder: "", read };
    },
    load: (read, folder = "", entryDoc = null) => ({
      metadata: loadPack(read, { folder, entryDoc }),
      folder,
      read,
    }),
    keep: (read, usedBy) => storeBundle({ store, clock, redactor }, read, usedBy),
    files: async (digest) => (await requireBundle(store.bundles, digest)).files,
    bytes: (file) => readContent(store.files, file),
    doc: async (file) => decodeDoc(await readContent(store.files, file)).text,
    examples: readExamples,
    async isShipped(digest) {
      shippedDigests ??= readShipped();
      return (await shippedDigests).has(digest);
    },
    async tools(digest) {
      const known = tools.get(digest) ?? readTools(digest);
      if (tools.size >= MAX_KEPT) tools.clear();
      tools.set(digest, known);
      known.catch(() => tools.delete(digest));
      return known;
    },
  };
}

/** Every reading of a pack fails with the code of packs. */
async function asPack<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof CapstanError) || error.code !== "BUNDLE_INVALID") throw error;
    throw packInvalid(error.message, error.details);
  }
}
