import {
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
} from "node:fs";
import { CapstanError } from "../../base/errors.ts";
import type { OpenedFolder } from "../../schema/change-set.ts";
import type { BytePath } from "../changes.ts";
import { bytePathOf, bytesOf, isWithin, nameOf, parentOf } from "./byte-path.ts";

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0 } = constants;
const READ_FOLDER = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_DIRECTORY;
const READ_FILE = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

/** Folders that stay open, beside those above the one that was opened last. */
const MAX_OPEN = 200;
/** There is nothing, or something else than the folder that led there. */
const ABSENT: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);

export type Tree = ReturnType<typeof openTree>;

type Options = {
  /** Which folder it must be. */
  readonly identity?: Pick<OpenedFolder, "device" | "inode">;
  /** It is Capstan's own: what a program has closed in it may be opened. */
  readonly isOurs?: boolean;
};

/** A folder in which every name is reached by the descriptor of its own folder, so that no link is followed. */
export function openTree(root: BytePath, { identity, isOurs = false }: Options = {}) {
  const folders = new Map<BytePath, number>([["", openSync(bytesOf(root), READ_FOLDER)]]);
  if (identity && !isIdentical(fstatSync(folderOf(""), { bigint: true }), identity)) {
    close();
    throw new CapstanError("ROOT_CHANGED", "The folder was replaced. Open it again.");
  }

  function folderOf(path: BytePath): number {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const descriptor = opened(atOf(path), READ_FOLDER, 0o700);
    // Its mode was looked at before. Contents are moved out of it.
    if (isOurs) open(descriptor);
    if (folders.size >= MAX_OPEN) closeFarFrom(path);
    folders.set(path, descriptor);
    return descriptor;
  }

  /** Where it lies: good until the next call. */
  function atOf(path: BytePath): Buffer {
    if (path === "") return bytesOf(wayOf(folderOf(""), root));
    const parent = parentOf(path);
    return bytesOf(`${wayOf(folderOf(parent), `${root}${parent}`)}/${nameOf(path)}`);
  }

  function opened(at: Buffer, flags: number, mode: number): number {
    try {
      return openSync(at, flags);
    } catch (error) {
      if (!isOurs || codeOf(error) !== "EACCES") throw error;
      const { mode: closed } = lstatSync(at);
      chmodSync(at, (closed & 0o7777) | mode);
      const descriptor = openSync(at, flags);
      // A file's mode is moved with it, and a folder is made anew.
      if (flags === READ_FILE) fchmodSync(descriptor, closed & 0o7777);
      return descriptor;
    }
  }

  function open(descriptor: number): void {
    const { mode } = fstatSync(descriptor);
    if ((mode & 0o700) !== 0o700) fchmodSync(descriptor, (mode & 0o7777) | 0o700);
  }

  function closeFarFrom(path: BytePath): void {
    for (const [other, descriptor] of folders) {
      if (isWithin(path, other)) continue;
      closeSync(descriptor);
      folders.delete(other);
    }
  }

  /** Its name is about to mean another folder. */
  function forget(path: BytePath): void {
    for (const [other, descriptor] of folders) {
      if (!isWithin(other, path)) continue;
      closeSync(descriptor);
      folders.delete(other);
    }
  }

  function close(): void {
    for (const descriptor of folders.values()) closeSync(descriptor);
    folders.clear();
  }

  return {
    atOf,
    folderOf,
    forget,
    close,
    look(path: BytePath): BigIntStats | undefined {
      return unlessAbsent(() =>
        path === ""
          ? fstatSync(folderOf(""), { bigint: true })
          : lstatSync(atOf(path), { bigint: true }),
      );
    },
    /** Nothing for what is no folder. */
    names(path: BytePath): BytePath[] {
      const read = () =>
        readdirSync(bytesOf(wayOf(folderOf(path), `${root}${path}`)), { encoding: "latin1" });
      return unlessAbsent(read) ?? [];
    },
    linkAt(path: BytePath): BytePath {
      return readlinkSync(atOf(path), { encoding: "latin1" });
    },
    openFile(path: BytePath): number {
      return opened(atOf(path), READ_FILE, 0o400);
    },
  };
}

export function unlessAbsent<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (ABSENT.has(codeOf(error) ?? "")) return undefined;
    throw error;
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

function isIdentical(
  stats: BigIntStats,
  { device, inode }: Pick<OpenedFolder, "device" | "inode">,
) {
  return String(stats.dev) === device && String(stats.ino) === inode;
}

/** Linux gives every descriptor a path, which leads to what is open and nowhere else. */
function wayOf(descriptor: number, path: BytePath): BytePath {
  return process.platform === "linux" ? `/proc/self/fd/${descriptor}` : path;
}

/** The tree of a path of the host, as text. */
export function openTreeAt(path: string, options?: Options): Tree {
  return openTree(bytePathOf(path), options);
}
