import { readFile } from "node:fs/promises";
import type { BoxGroup } from "./groups/box-group.ts";
import type { KnownProcess } from "./when-gone.ts";

/**
 * Puts a box into its group: bubblewrap as soon as it runs, and what it has started by then. False where
 * one of them is not in it. Each move waits for the kernel for some milliseconds, in which the box is made.
 */
export async function enterGroup(
  group: BoxGroup,
  bubblewrap: number | undefined,
  init: Promise<KnownProcess | undefined>,
): Promise<boolean> {
  try {
    if (bubblewrap !== undefined) await group.enter([bubblewrap]);
    const first = (await init)?.pid;
    // The box could not be made: there is nothing to be held.
    if (first === undefined) return true;
    await group.enter([first]);
    await group.enter(await childrenOf(first));
    return true;
  } catch {
    return false;
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return children.split(" ").filter(Boolean).map(Number);
}
