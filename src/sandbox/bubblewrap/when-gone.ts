import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** A process by its number and the moment of its start: a number alone is given again. */
export type KnownProcess = { readonly pid: number; readonly startedAt: string };

/** Said by a process that is not ours, so it may be gone already. */
export async function knownProcess(pid: number): Promise<KnownProcess | undefined> {
  const startedAt = (await statOf(pid))?.startedAt;
  return startedAt === undefined ? undefined : { pid, startedAt };
}

/** The kernel ends a namespace with its first process; that is not waited for longer than this. */
const PATIENCE_MS = 20;

/**
 * Resolves when a namespace's first process has ended, and with it, says the kernel, all others in
 * it. Bubblewrap ends it when it is ended itself, but not while it is still making the box: then we
 * do. Nobody may be there to collect it any more: a process that waits for that is gone as well.
 */
export async function whenGone(init: KnownProcess | undefined): Promise<void> {
  if (init === undefined) return;
  for (let waited = 0, ms = 0; await isRunning(init); ms = Math.min(20, ms + 1)) {
    if (waited >= PATIENCE_MS) kill(init.pid);
    await sleep(ms);
    waited += ms;
  }
}

async function isRunning({ pid, startedAt }: KnownProcess): Promise<boolean> {
  const stat = await statOf(pid);
  return stat?.startedAt === startedAt && stat.state !== "Z" && stat.state !== "X";
}

async function statOf(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name stands in brackets and may have any character in it: what follows the last is ours.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, startedAt] = [fields[0], fields[START_TIME]];
  return startedAt === undefined ? undefined : { state, startedAt };
}

/** Field 22 of the whole line. */
const START_TIME = 19;

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
