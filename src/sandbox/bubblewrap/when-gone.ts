import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Resolves when a namespace's first process has ended, and with it, says the kernel, all others in
 * it. Nobody may be there to collect it any more: a process that waits for that is gone as well.
 */
export async function whenGone(init: number | undefined): Promise<void> {
  if (init === undefined) return;
  for (let ms = 0; await isRunning(init); ms = Math.min(20, ms + 1)) await sleep(ms);
}

async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name stands in brackets and may have any character in it: what follows the last is ours.
  const state = stat.slice(stat.lastIndexOf(")") + 2)[0];
  return state !== undefined && state !== "Z" && state !== "X";
}
