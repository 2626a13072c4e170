import { lstat, opendir, rename } from "node:fs/promises";
import { join } from "node:path";
import { CapstanError } from "../../base/errors.ts";

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
  readonly path: string;
  /** Device and inode. */
  readonly identity: string;
  readonly isLink: boolean;
};

/** Everything under these folders that has a protected name, at whatever depth. */
export async function findProtected(roots: readonly string[]): Promise<Protected[]> {
  const found: Protected[] = [];
  let entries = 0;
  const waiting = roots.map((folder) => ({ folder, depth: 0, isRepository: false }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { folder, depth, isRepository } = next;
    if (depth > MAX_DEPTH) throw tooLarge();
    for await (const entry of await opendir(folder)) {
      entries += 1;
      if (entries > MAX_ENTRIES) throw tooLarge();
      const path = join(folder, entry.name);
      const name = entry.name.normalize("NFC").toLowerCase();
      if (isRepository ? IN_A_REPOSITORY.has(name) : NAMES.has(name) || name === REPOSITORY) {
        found.push(await describe(path));
      }
      if (isRepository || !entry.isDirectory() || NAMES.has(name)) continue;
      waiting.push({ folder: path, depth: depth + 1, isRepository: name === REPOSITORY });
    }
  }
  return found;
}

/** Those that can be mounted over. A repository itself stays writable: commits are made in it. */
export function guardedPaths(found: readonly Protected[]): string[] {
  return found.flatMap(({ path, isLink }) =>
    isLink || path.toLowerCase().endsWith(`/${REPOSITORY}`) ? [] : [path],
  );
}

/**
 * Puts aside what has a protected name now and was not there before: under another name nobody obeys
 * it, and nothing is lost that was moved there. Answers how many there were.
 */
export async function putAside(
  roots: readonly string[],
  before: readonly Protected[],
): Promise<number> {
  const known = new Set(before.map(({ identity }) => identity));
  const added = (await findProtected(roots)).filter(({ identity }) => !known.has(identity));
  // The deepest first: what lies in another is still there then.
  added.sort((one, other) => other.path.length - one.path.length);
  for (const { path } of added) await rename(path, await freeName(path));
  return added.length;
}

async function freeName(path: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const name = `${path}.refused-${n}`;
    const taken = await lstat(name).catch(() => undefined);
    if (!taken) return name;
  }
}

async function describe(path: string): Promise<Protected> {
  const found = await lstat(path, { bigint: true });
  return { path, identity: `${found.dev}:${found.ino}`, isLink: found.isSymbolicLink() };
}

function tooLarge(): CapstanError {
  const message = `A folder with more than ${MAX_ENTRIES} entries, or more than ${MAX_DEPTH} levels, cannot be changed by a capability: what it must not write there could not be guarded. Open a smaller one.`;
  return new CapstanError("ROOT_INVALID", message);
}
