import { lstat, opendir, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { posix } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import type { Root } from "../../schema/root.ts";
import type { HostFolders, ResolvedPath } from "../host-folders.ts";
import { isNoPlaceForFiles, whyRefused } from "./refused-roots.ts";
import { stampPath } from "./stamp-path.ts";
import { createUsualFolders } from "./usual-folders.ts";

type Options = {
  readonly machine: string;
  /** Folders that are Capstan's own: its home, or what lies beside its database. */
  readonly own: readonly string[];
  /** Where the usual folders of its user are. */
  readonly home?: string;
};

const MAX_PATH = 4_096;
const MAX_COUNTED = 10_000;
const SHOWN_NAMES = 8;
const MAX_NAME = 100;

export function createHostFolders({ machine, own, home = homedir() }: Options): HostFolders {
  const canonicalOwn = Promise.all(own.map((path) => realpath(path).catch(() => path)));

  return {
    machine,
    home,
    async rootOf(typed, { write }) {
      const mistake = mistakeIn(typed);
      if (mistake) throw refused(typed, mistake);
      const root = await realpath(typed).catch(() => undefined);
      if (root === undefined) throw refused(typed, "there is no such folder on this machine");
      const { isFolder, device, inode } = await identify(root);
      if (!isFolder) throw refused(typed, "it is not a folder. Name the folder that it lies in");
      const why = whyRefused(root, { write, own: await canonicalOwn });
      if (why !== null) throw refused(typed, why);
      return { root, device, inode };
    },
    async isSame({ root, device, inode }) {
      try {
        const now = await identify(root);
        const isItself = now.isFolder && now.device === device && now.inode === inode;
        return isItself && (await realpath(root)) === root;
      } catch {
        return false;
      }
    },
    resolve,
    stamp: stampPath,
    usual: createUsualFolders(home),
    async show(root) {
      const names: string[] = [];
      let entries = 0;
      try {
        for await (const { name } of await opendir(root.root)) {
          entries += 1;
          if (names.length < SHOWN_NAMES) names.push(name.slice(0, MAX_NAME));
          if (entries >= MAX_COUNTED) break;
        }
      } catch {
        // What cannot be listed is shown as empty: whoever opens it opens a folder, not a list.
      }
      return { ...root, entries, names, machine };
    },
  };
}

/** Follows every link but those of names that do not exist yet. */
async function resolve(path: string): Promise<ResolvedPath> {
  const plain = posix.normalize(path);
  if (plain.includes("\0") || plain.length > MAX_PATH || isNoPlaceForFiles(plain)) throw denied();
  const missing: string[] = [];
  for (let head = plain; ; head = posix.dirname(head)) {
    const found = await lstat(head).catch(codeOf);
    if (typeof found === "string") {
      if (found !== "ENOENT" && found !== "ENOTDIR") throw denied();
      missing.unshift(posix.basename(head));
      continue;
    }
    // A link that leads to nothing, or in a circle, is nothing to go through.
    const real = await realpath(head).catch(() => undefined);
    if (real === undefined || isNoPlaceForFiles(real)) throw denied();
    const isLink = missing.length === 0 && found.isSymbolicLink();
    if (missing.length > 0) return { path: posix.join(real, ...missing), kind: "missing", isLink };
    const isFolder = (await lstat(real)).isDirectory();
    return { path: real, kind: isFolder ? "folder" : "other", isLink };
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN";
}

async function identify(path: string): Promise<Omit<Root, "root"> & { isFolder: boolean }> {
  const found = await lstat(path, { bigint: true });
  return {
    isFolder: found.isDirectory(),
    device: String(found.dev),
    inode: String(found.ino),
  };
}

/** What is wrong with the text alone. */
function mistakeIn(typed: string): string | undefined {
  if (typed.includes("*")) return 'a "*" opens more than anyone sees. Name one folder';
  if (typed.includes("\0") || typed.length > MAX_PATH) return "this is not a path";
  if (!typed.startsWith("/"))
    return 'write the whole path, from the first "/" on; "~" is not expanded';
  return undefined;
}

function refused(typed: string, why: string): CapstanError {
  return new CapstanError("ROOT_INVALID", `"${typed.slice(0, 200)}" cannot be opened: ${why}.`, {
    details: { field: "root" },
  });
}

function denied(): CapstanError {
  return new CapstanError("PATH_DENIED", "No capability may touch that location.");
}
