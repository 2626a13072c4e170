import { mkdtemp, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Bubblewrap's own process, and some more so that the watch sees that there are too many. */
const SLACK = 17;
const MAX_REMOVALS = 20;

export type CountedGroup = {
  /** Whether the kernel has refused a process in it. */
  hasRefused(): Promise<boolean>;
  remove(): Promise<void>;
};

/**
 * For root the kernel does not hold the limit on processes that `prlimit` sets, and the watch comes
 * too late: two cores made thirty thousand processes between two looks. A control group holds it.
 * Does nothing where it is not needed, or where there is none to be made.
 */
export async function countByKernel(
  init: number,
  most: number | null,
): Promise<CountedGroup | undefined> {
  if (process.getuid?.() !== 0 || most === null) return undefined;
  // By chance: what a process left that was killed may have any number of ours in its name.
  const folder = await mkdtemp(join(await parent(), "capstan-")).catch(() => undefined);
  if (folder === undefined) return undefined;
  try {
    await writeFile(join(folder, "pids.max"), String(most + SLACK));
    const enter = (pid: number) => writeFile(`${folder}/cgroup.procs`, String(pid));
    await enter(init);
    // What it started before that is not in the group; what it starts from now on is.
    for (const pid of await childrenOf(init)) await enter(pid);
    return { hasRefused: () => hasRefused(folder), remove: () => remove(folder) };
  } catch {
    await remove(folder);
    return undefined;
  }
}

/** The first form of control groups has a tree for each thing that it counts, the second one for all. */
async function parent(): Promise<string> {
  const groups = await readFile("/proc/self/cgroup", "utf8").catch(() => "");
  const own = /^\d+:pids:(.*)$/m.exec(groups)?.[1];
  // Beside the trees of the first form, a folder is only a folder: it counts nothing.
  return own === undefined ? "/sys/fs/cgroup" : join("/sys/fs/cgroup/pids", own);
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return children.split(" ").filter(Boolean).map(Number);
}

async function hasRefused(folder: string): Promise<boolean> {
  const events = await readFile(join(folder, "pids.events"), "utf8").catch(() => "");
  return Number(/^max (\d+)$/m.exec(events)?.[1] ?? 0) > 0;
}

/** A group that somebody is still in, even if only to be collected, cannot be removed. */
async function remove(folder: string): Promise<void> {
  for (let left = MAX_REMOVALS; left > 0; left--) {
    try {
      return await rmdir(folder);
    } catch {
      await sleep(MAX_REMOVALS - left);
    }
  }
}
