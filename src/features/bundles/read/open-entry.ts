import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, open, stat } from "node:fs/promises";
import { CapstanError } from "../../../base/errors.ts";
import { changed, invalid } from "./bundle-errors.ts";

/** An open folder. What is in it is reached through `way`, and not by its path again. */
export type OpenFolder = {
  readonly handle: FileHandle;
  readonly way: string;
  /** Where `way` is a path: what was opened there, which it must still be. */
  readonly pinned: BigIntStats | null;
};

export type OpenFile = { readonly handle: FileHandle; readonly stats: BigIntStats };

// Windows lacks some of them.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0 } = constants;
const READ = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/** The folder that a person named: what their own path leads to, links and all. */
export async function openRoot(path: string, useDescriptors = true): Promise<OpenFolder> {
  try {
    const handle = await open(path, O_RDONLY | O_NONBLOCK | O_DIRECTORY);
    return await asFolder(handle, path, useDescriptors);
  } catch (error) {
    if (error instanceof CapstanError) throw error;
    const message = "There is no folder that can be read at this path. Check the path.";
    throw new CapstanError("BUNDLE_INVALID", message, { cause: error });
  }
}

/** `shown` is its path inside the bundle, for errors. */
export async function openFolder(
  parent: OpenFolder,
  name: string,
  shown: string,
): Promise<OpenFolder> {
  const { handle } = await openSeen(parent, name, READ | O_DIRECTORY, shown);
  return asFolder(handle, `${parent.way}/${name}`, parent.pinned === null);
}

/** A regular file, and the very one that stood there a moment ago. */
export async function openFile(parent: OpenFolder, name: string, shown: string): Promise<OpenFile> {
  const file = await openSeen(parent, name, READ, shown);
  if (file.stats.isFile()) return file;
  await file.handle.close();
  throw changed(shown);
}

/** What stands at a name, itself: a link is a link. Undefined when there is nothing. */
export async function lookAt({ way }: OpenFolder, name: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(`${way}/${name}`, { bigint: true });
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
    throw error;
  }
}

async function openSeen(
  parent: OpenFolder,
  name: string,
  flags: number,
  shown: string,
): Promise<OpenFile> {
  const seen = await lookAt(parent, name);
  // Devices are not even opened: for some, that does something.
  if (!seen || !(seen.isFile() || seen.isDirectory())) throw changed(shown);
  const handle = await openOrExplain(`${parent.way}/${name}`, flags, shown);
  try {
    const stats = await handle.stat({ bigint: true });
    if (!isSame(seen, stats)) throw changed(shown);
    if (parent.pinned && !isSame(parent.pinned, await lstat(parent.way, { bigint: true }))) {
      throw changed(shown);
    }
    return { handle, stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openOrExplain(path: string, flags: number, shown: string): Promise<FileHandle> {
  try {
    return await open(path, flags);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EACCES" || code === "EPERM") {
      throw invalid(shown, "cannot be read. Give yourself the right to, or remove it.");
    }
    // Gone, or a link, a socket or something else by now.
    if (["ENOENT", "ELOOP", "ENOTDIR", "ENXIO", "EMLINK"].includes(code ?? ""))
      throw changed(shown);
    throw error;
  }
}

/**
 * Linux gives every descriptor a path, which leads to what is open and nowhere else. Where there is
 * none, the path itself is used, and compared with what was opened.
 */
async function asFolder(
  handle: FileHandle,
  path: string,
  useDescriptors: boolean,
): Promise<OpenFolder> {
  try {
    const stats = await handle.stat({ bigint: true });
    if (!stats.isDirectory()) {
      throw new CapstanError("BUNDLE_INVALID", "This path is not a folder. Name its folder.");
    }
    const way = `/proc/self/fd/${handle.fd}`;
    const there = useDescriptors ? await stat(way, { bigint: true }).catch(() => null) : null;
    if (there && isSame(stats, there)) return { handle, way, pinned: null };
    return { handle, way: path, pinned: stats };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino && (a.mode & TYPE) === (b.mode & TYPE);
}

const TYPE = BigInt(constants.S_IFMT);

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
