import { lstat, opendir, rename } from "node:fs/promises";
import { join } from "node:path";
import { CapstanError } from "../../base/errors.ts";
import { AS_BYTES, type BytePath, bytePathOf, bytesOf, textOf } from "./byte-paths.ts";

/** What other programs run or obey when they find it in a folder: no capability writes it (A31). */
const NAMES: ReadonlySet<string> = new Set([
  ...[
    ".capstan",
    ".claude",
    ".agents",
    ".codex",
    ".cursor",
    ".vscode",
    ".idea",
    ".husky",
    ".mcp.json",
  ],
  ...[".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".profile", ".envrc", ".direnv"],
  ...[".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".kshrc", ".cshrc", ".tcshrc"],
  ...[".gitconfig", ".gitmodules", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pypirc", ".netrc"],
  ...[".ssh", ".gnupg", ".config"],
]);
/** In a repository that is there already; a new one is refused as a whole. */
const IN_A_REPOSITORY: ReadonlySet<string> = new Set([
  "hooks",
  "config",
  "config.worktree",
  "modules",
]);
const REPOSITORY = ".git";

/** More than this takes seconds to go through, and what is not gone through is not guarded. */
const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 40;

export type Protected = {
  readonly path: BytePath;
  /** Device and inode. */
  readonly identity: string;
  readonly isLink: boolean;
};

/**
 * Everything under these folders that has a protected name, at whatever depth; and every folder that
 * cannot be opened, since such a name may be in it.
 */
export async function findProtected(roots: readonly string[]): Promise<Protected[]> {
  const { found, isAll } = await look(roots);
  if (!isAll) throw tooLarge();
  return found;
}

type Looked = { readonly found: Protected[]; readonly isAll: boolean };

/** The upper folders first: where it ends early, what programs look at first was seen. */
async function look(roots: readonly string[]): Promise<Looked> {
  const found: Protected[] = [];
  let entries = 0;
  let isAll = true;
  const waiting = roots.map((root) => ({
    folder: bytePathOf(root),
    depth: 0,
    isRepository: false,
  }));
  // Folders are added while it goes on.
  for (const { folder, depth, isRepository } of waiting) {
    if (depth > MAX_DEPTH) {
      isAll = false;
      continue;
    }
    const list = await opendir(bytesOf(folder), AS_BYTES).catch(() => undefined);
    if (!list) found.push(...(await describe(folder)));
    for await (const entry of list ?? []) {
      entries += 1;
      if (entries > MAX_ENTRIES) return { found, isAll: false };
      const path = join(folder, entry.name);
      const name = (textOf(entry.name) ?? "").normalize("NFC").toLowerCase();
      if (isRepository ? IN_A_REPOSITORY.has(name) : NAMES.has(name) || name === REPOSITORY) {
        found.push(...(await describe(path)));
      }
      if (isRepository || !entry.isDirectory() || NAMES.has(name)) continue;
      waiting.push({ folder: path, depth: depth + 1, isRepository: name === REPOSITORY });
    }
  }
  return { found, isAll };
}

/** Those that can be mounted over. A repository itself stays writable: commits are made in it. */
export function guardedPaths(found: readonly Protected[]): string[] {
  return found.flatMap(({ path, isLink }) => {
    if (isLink || path.toLowerCase().endsWith(`/${REPOSITORY}`)) return [];
    return [textOf(path) ?? unnamed(path)];
  });
}

function unnamed(path: BytePath): never {
  const message = `"${bytesOf(path).toString()}" has a name that is no UTF-8, and what is in it could not be guarded. Rename it, and try again.`;
  throw new CapstanError("ROOT_INVALID", message);
}

/**
 * Puts aside what has a protected name now and was not there before: under another name nobody obeys
 * it, and nothing is lost that was moved there. Answers how many there were. Where it cannot be looked
 * everywhere any more, that is told after what was found is put aside.
 */
export async function putAside(
  roots: readonly string[],
  before: readonly Protected[],
): Promise<number> {
  const known = new Set(before.map(({ identity }) => identity));
  const { found, isAll } = await look(roots);
  const added = found.filter(({ identity }) => !known.has(identity));
  // The deepest first: what lies in another is still there then.
  added.sort((one, other) => other.path.length - one.path.length);
  for (const { path } of added) await rename(bytesOf(path), bytesOf(await freeName(path)));
  if (!isAll) throw tooLarge();
  return added.length;
}

async function freeName(path: BytePath): Promise<BytePath> {
  for (let n = 1; ; n += 1) {
    const name = `${path}.refused-${n}`;
    const taken = await lstat(bytesOf(name)).catch(() => undefined);
    if (!taken) return name;
  }
}

/** Nothing for what is gone by now. */
async function describe(path: BytePath): Promise<Protected[]> {
  const found = await lstat(bytesOf(path), { bigint: true }).catch(() => undefined);
  if (!found) return [];
  return [{ path, identity: `${found.dev}:${found.ino}`, isLink: found.isSymbolicLink() }];
}

function tooLarge(): CapstanError {
  const message = `A folder with more than ${MAX_ENTRIES} entries, or more than ${MAX_DEPTH} levels, cannot be changed by a capability: what it must not write there could not be guarded. Open a smaller one.`;
  return new CapstanError("ROOT_INVALID", message);
}
