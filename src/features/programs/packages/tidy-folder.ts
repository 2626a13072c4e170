import { lstat, readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { removeTree } from "../../bundles/write-tree.ts";

const IN_WORK = /^\.(?:new|old)-/;
/** A process that died left it behind: while one is at work, its folder is younger. */
const LEFT_BEHIND_MS = 3_600_000;
const UNUSED_MS = 30 * 86_400_000;

/** Notes that something of a cache is in use. */
export async function markUsed(path: string, nowMs: number): Promise<void> {
  const seconds = nowMs / 1_000;
  await utimes(path, seconds, seconds).catch(() => {});
}

/** Removes what a cache has not used for a month, and what was never finished. */
export async function tidyFolder(folder: string, nowMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    const most = IN_WORK.test(name) ? LEFT_BEHIND_MS : UNUSED_MS;
    if (found && found.mtimeMs < nowMs - most) await removeTree(path);
  }
}
