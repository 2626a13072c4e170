import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { removeFolder } from "../../../base/remove-folder.ts";
import type { StagingWay } from "../../changes.ts";
import { stageFolders } from "./stage-folders.ts";

/** The cheap ones first. A copy is always possible, and takes longer the larger the folder is. */
const WAYS: readonly StagingWay[] = ["unshare", "bubblewrap"];

/** Tries once what this machine and the file system of `home` allow: a write and a deletion, measured. */
export async function findStagingWay(home: string): Promise<StagingWay> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  for (const way of WAYS) {
    const trial = mkdtempSync(join(home, "trial-"));
    try {
      if (await isPossible(way, trial)) return way;
    } catch {
      // The next one is tried.
    } finally {
      await removeFolder(trial);
    }
  }
  return "copy";
}

async function isPossible(way: StagingWay, trial: string): Promise<boolean> {
  const root = join(trial, "folder");
  mkdirSync(root);
  for (const name of ["written", "removed"]) writeFileSync(join(root, name), name);
  const { dev, ino } = statSync(root, { bigint: true });
  const folder = { root, device: String(dev), inode: String(ino) };
  const staged = await stageFolders(way, [{ folder, scratch: join(trial, "set") }]);
  try {
    const [it] = staged.folders;
    if (!it) return false;
    writeFileSync(join(it.outside, "written"), "otherwise");
    rmSync(join(it.outside, "removed"));
    const { changes } = await it.measure();
    return changes.map(({ path, after }) => `${path} ${after?.size}`).join() === EXPECTED;
  } finally {
    await staged.end();
  }
}

const EXPECTED = "/removed undefined,/written 9";
