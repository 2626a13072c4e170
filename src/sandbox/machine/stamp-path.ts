import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import { digest } from "../../base/digest.ts";

/** Of a larger folder only the first entries count, in whatever order they come. */
const MAX_ENTRIES = 5_000;

/**
 * Another text whenever a file was changed or replaced, here or in a folder below: by its inode, its
 * size and the times that no program can set.
 */
export async function stampPath(path: string): Promise<string> {
  const lines: string[] = [];
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const found = await lstat(next, { bigint: true }).catch(() => undefined);
    if (!found) {
      lines.push(`${next} nothing`);
      continue;
    }
    const { dev, ino, size, mtimeNs, ctimeNs } = found;
    lines.push(`${next} ${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`);
    if (!found.isDirectory() || lines.length + waiting.length > MAX_ENTRIES) continue;
    for (const name of await namesIn(next)) waiting.push(join(next, name));
  }
  return digest(lines.sort());
}

async function namesIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of await opendir(folder)) {
      if (names.length >= MAX_ENTRIES) break;
      names.push(name);
    }
  } catch {
    // What cannot be listed cannot be changed through a box either.
  }
  return names;
}
