import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import { AS_BYTES, type BytePath, bytePathOf, bytesOf } from "./byte-paths.ts";

/** What became of the files of some folders between two looks at them. */
export type MeasuredChanges = { readonly files: number; readonly bytes: number };

/** Each file and folder by its path; null when there are more than can be looked at. */
export type Stock = ReadonlyMap<BytePath, Stocked> | null;

type Stocked = {
  /** Device and inode: a file that was moved is known by it. */
  readonly id: string;
  readonly size: number;
  /** With the time of its last change, which no program can set; of a folder, who may do what with it. */
  readonly stamp: string;
  readonly isFolder: boolean;
};

const MAX_ENTRIES = 100_000;
const AT_ONCE = 64;

/**
 * Everything in these folders. Links are looked at, and not followed. A folder that cannot be opened counts
 * like a file: what is in it cannot be seen.
 */
export async function takeStock(folders: readonly string[]): Promise<Stock> {
  const stock = new Map<BytePath, Stocked>();
  const waiting = folders.map(bytePathOf);
  let entries = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const list = await opendir(bytesOf(folder), AS_BYTES).catch(() => undefined);
    await look(folder, stock, list !== undefined);
    if (!list) continue;
    const paths: string[] = [];
    for await (const entry of list) {
      entries += 1;
      if (entries > MAX_ENTRIES) return null;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(path);
      else paths.push(path);
    }
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => look(path, stock)));
    }
  }
  return stock;
}

async function look(
  path: BytePath,
  stock: Map<BytePath, Stocked>,
  isFolder = false,
): Promise<void> {
  const found = await lstat(bytesOf(path), { bigint: true }).catch(() => undefined);
  if (!found) return;
  const { dev, ino, size, mtimeNs, ctimeNs, mode, uid, gid } = found;
  stock.set(path, {
    id: `${dev}:${ino}`,
    size: isFolder ? 0 : Number(size),
    stamp: isFolder ? `${mode} ${uid} ${gid}` : `${size} ${mtimeNs} ${ctimeNs}`,
    isFolder,
  });
}

/**
 * New, changed, moved and removed files, each once, and folders that are open to others than before. Null
 * where one of the looks saw too much.
 */
export function compareStock(before: Stock, after: Stock): MeasuredChanges | null {
  if (!before || !after) return null;
  let files = 0;
  let bytes = 0;
  const count = ({ size }: Stocked) => {
    files += 1;
    bytes += size;
  };
  const added = new Map<string, number>();
  for (const [path, now] of after) {
    const was = before.get(path);
    if (was && was.id === now.id && was.stamp === now.stamp) continue;
    // A folder that is new or another is told by what is in it.
    if (now.isFolder && was?.id !== now.id) continue;
    count(now);
    if (was?.id !== now.id) added.set(now.id, (added.get(now.id) ?? 0) + 1);
  }
  for (const [path, was] of before) {
    if (was.isFolder || after.has(path)) continue;
    // One that was moved is counted where it went.
    const moved = added.get(was.id) ?? 0;
    if (moved > 0) added.set(was.id, moved - 1);
    else count(was);
  }
  return { files, bytes };
}
