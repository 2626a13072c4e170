import { lstat } from "node:fs/promises";

/** A folder whose bytes were found right, and which folder that was. */
export type ReadyFolder = { readonly path: string; readonly ino: bigint; readonly dev: bigint };

/** Folders by name, each prepared once in a process, and again when another one stands in its place. */
export function createReadyFolders() {
  const ready = new Map<string, Promise<ReadyFolder>>();
  return {
    names: (): readonly string[] => [...ready.keys()],
    /** The path of the folder. Callers that come meanwhile wait for the same preparation. */
    async open(name: string, prepare: () => Promise<ReadyFolder>): Promise<string> {
      for (;;) {
        const preparing = ready.get(name) ?? prepare();
        ready.set(name, preparing);
        const forget = () => ready.get(name) === preparing && ready.delete(name);
        const { path, ino, dev } = await preparing.catch((error: unknown) => {
          forget();
          throw error;
        });
        const found = await lookAtFolder(path);
        if (found?.ino === ino && found.dev === dev) return path;
        // Removed, or put there by another process.
        forget();
      }
    },
  };
}

export async function lookAtFolder(path: string): Promise<ReadyFolder | undefined> {
  try {
    const { ino, dev } = await lstat(path, { bigint: true });
    return { path, ino, dev };
  } catch {
    return undefined;
  }
}
