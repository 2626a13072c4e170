import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** More than anybody has; a folder of millions is not walked. */
const MAX_FOUND = 2_000;

/** The folders right inside one that have an entry doc. One that is not there has none. */
export async function findFolders(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith("."));
  const found: string[] = [];
  for (const { name } of folders.slice(0, MAX_FOUND)) {
    const names = await readdir(join(folder, name)).catch(() => []);
    if (names.some((one) => /\.md$/i.test(one))) found.push(join(folder, name));
  }
  return found.sort();
}
