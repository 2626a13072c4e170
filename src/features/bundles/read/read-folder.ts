import { opendir } from "node:fs/promises";
import { BUNDLE_LIMITS, type BundleLimits, type ReadBundle } from "../read-bundle.ts";
import { changed } from "./bundle-errors.ts";
import { bundleName } from "./bundle-names.ts";
import { type Collector, collectFiles } from "./collect-files.ts";
import { followLink, inFolder } from "./follow-link.ts";
import { reasonToLeaveOut } from "./left-out-names.ts";
import { lookAt, type OpenFolder, openFile, openFolder, openRoot } from "./open-entry.ts";
import { readWhole } from "./read-whole.ts";

/** A folder on the way: the names of the bundle, and those on the disk, which may be spelled NFD. */
type Place = {
  readonly folder: OpenFolder;
  readonly path: readonly string[];
  readonly onDisk: readonly string[];
};

type FoundFile = {
  readonly path: readonly string[];
  readonly bytes: Uint8Array;
  readonly executable: boolean;
  /** Reached by its own name, and not over a link. */
  readonly isItself: boolean;
};

const NOT_REGULAR = "It is neither a file nor a folder.";
const SHARED = "It is a hard link: the same file is somewhere else, too. Put a copy there.";
const GONE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "EINVAL", "ELOOP", "ESTALE"]);
const OWNER_MAY_RUN = 0o100n;

/**
 * Reads a folder once. What it answers depends on the paths, contents and executable bits alone, and
 * never on a byte outside the folder: links are not followed by the system, and what is no regular
 * file is not opened. Refuses with BUNDLE_INVALID, which says what to change, or BUNDLE_CHANGED.
 */
export async function readFolder(
  path: string,
  limits: BundleLimits = BUNDLE_LIMITS,
  options: { readonly useDescriptors?: boolean } = {},
): Promise<ReadBundle> {
  const root = await openRoot(path, options.useDescriptors);
  try {
    const collector = collectFiles(limits);
    const shared = new Map<string, FoundFile[]>();
    await readPlace({ folder: root, path: [], onDisk: [] }, { root, collector, shared });
    for (const [key, files] of shared) addShared(key, files, collector);
    return collector.finish();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // Something that was there a moment ago is not, or is something else.
    if (typeof code === "string" && GONE.has(code)) throw changed(".");
    throw error;
  } finally {
    await root.handle.close();
  }
}

type Reading = {
  readonly root: OpenFolder;
  readonly collector: Collector;
  /** Files with several hard links, by `<device>:<file>:<links>`. */
  readonly shared: Map<string, FoundFile[]>;
};

/** With all of its links in this folder, it is nobody else's. */
function addShared(key: string, files: readonly FoundFile[], collector: Collector): void {
  const inside = files.filter(({ isItself }) => isItself).length;
  for (const { path, bytes, executable } of files) {
    if (key.endsWith(`:${inside}`)) collector.add(path, bytes, executable);
    else collector.leaveOut(path, SHARED);
  }
}

async function readPlace(place: Place, reading: Reading): Promise<void> {
  const { collector, root } = reading;
  for (const name of await namesIn(place, collector)) {
    const path = [...place.path, bundleName(name, place.path)];
    const left = reasonToLeaveOut(name);
    if (left !== undefined) {
      collector.leaveOut(path, left);
      continue;
    }
    const found = await lookAt(place.folder, name);
    if (!found) throw changed(path.join("/"));
    if (found.isDirectory()) await readInside(place, name, path, reading);
    else if (found.isFile()) await readFile(place.folder, name, path, reading, true);
    else if (found.isSymbolicLink()) {
      const followed = await followLink(root, place.onDisk, name);
      if ("reason" in followed) collector.leaveOut(path, followed.reason);
      else {
        const last = followed.to.at(-1) ?? "";
        await inFolder(root, followed.to.slice(0, -1), (folder) =>
          readFile(folder, last, path, reading, false),
        );
      }
    } else collector.leaveOut(path, NOT_REGULAR);
  }
}

async function readInside(
  place: Place,
  name: string,
  path: readonly string[],
  reading: Reading,
): Promise<void> {
  reading.collector.enter(path);
  const folder = await openFolder(place.folder, name, path.join("/"));
  try {
    await readPlace({ folder, path, onDisk: [...place.onDisk, name] }, reading);
  } finally {
    await folder.handle.close();
  }
}

async function readFile(
  folder: OpenFolder,
  name: string,
  path: readonly string[],
  { collector, shared }: Reading,
  isItself: boolean,
): Promise<void> {
  const shown = path.join("/");
  const file = await openFile(folder, name, shown);
  try {
    const { dev, ino, nlink, mode, size } = file.stats;
    collector.spend(Number(size), path);
    const bytes = await readWhole(file, shown);
    const executable = (mode & OWNER_MAY_RUN) !== 0n;
    if (nlink <= 1n) return collector.add(path, bytes, executable);
    const key = `${dev}:${ino}:${nlink}`;
    shared.set(key, [...(shared.get(key) ?? []), { path, bytes, executable, isItself }]);
  } finally {
    await file.handle.close();
  }
}

/** In one order, so that of several faults the same one is always told. */
async function namesIn({ folder }: Place, collector: Collector): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of await opendir(folder.way)) {
    collector.see();
    names.push(name);
  }
  return names.sort();
}
