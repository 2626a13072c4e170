import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** The bytes of all files in a folder that somebody writes into: what goes meanwhile counts nothing. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async ({ parentPath, name }) => {
      const found = await stat(join(parentPath, name)).catch(() => undefined);
      return found?.size ?? 0;
    });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
