import { realpath, stat } from "node:fs/promises";
import { posix } from "node:path";

const USUAL = [
  ...["Downloads", "Documents", "Desktop", "Pictures", "Music", "Videos"],
  ...["Movies", "Public", "Templates"],
];
const KEPT_MS = 10_000;

type UsualFolder = { readonly name: string; readonly path: string };

/** The folders that people have in their home, by the names that everyone uses. */
export function createUsualFolders(home: string): () => Promise<readonly UsualFolder[]> {
  let known: { readonly at: number; readonly folders: Promise<readonly UsualFolder[]> } | undefined;
  return () => {
    // Every model call asks.
    const now = performance.now();
    if (!known || now - known.at > KEPT_MS) known = { at: now, folders: find(home) };
    return known.folders;
  };
}

async function find(home: string): Promise<readonly UsualFolder[]> {
  const found = await Promise.all(
    USUAL.map(async (name) => {
      try {
        const path = await realpath(posix.join(home, name));
        return (await stat(path)).isDirectory() ? [{ name, path }] : [];
      } catch {
        return [];
      }
    }),
  );
  return found.flat();
}
