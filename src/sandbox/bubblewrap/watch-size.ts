import { readdir, readFile, readlink } from "node:fs/promises";
import type { ProcessEnd, ProcessLimits } from "../../ports/sandbox.ts";

/** Looked at often at first: a program that forks without end makes hundreds in this time. */
const FIRST_INTERVAL_MS = 25;
const INTERVAL_MS = 100;
const PAGE_BYTES = 4096;

type Size = { readonly processes: number; readonly residentBytes: number };

/**
 * Watches how many processes a box has and what they hold in memory. The kernel's own limit on
 * processes does not hold for root, and its limits on memory are for each process.
 */
export function watchSize(
  init: Promise<number | undefined>,
  limits: Pick<ProcessLimits, "memoryBytes" | "processes">,
  onExceeded: (limit: NonNullable<ProcessEnd["exceeded"]>) => void,
): { stop(): void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looks = 0;

  async function look(root: number): Promise<void> {
    const most = limits.processes ?? Number.POSITIVE_INFINITY;
    const size = await sizeOf(root, most);
    if (stopped) return;
    if (size.processes > most) return onExceeded("processes");
    if (limits.memoryBytes !== null && size.residentBytes > limits.memoryBytes) {
      return onExceeded("memory");
    }
    looks++;
    const isCalm = looks > 40 && size.processes * 2 < most;
    timer = setTimeout(() => void look(root), isCalm ? INTERVAL_MS : FIRST_INTERVAL_MS);
  }

  init.then((root) => {
    if (root !== undefined && !stopped) void look(root);
  });
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/**
 * By the box's own list of processes, which has all of them and nothing else. Counts no further than
 * `most`: what is over is too much already.
 */
async function sizeOf(root: number, most = Number.POSITIVE_INFINITY): Promise<Size> {
  const list = `/proc/${root}/root/proc`;
  if (!(await isOwnList(root, list))) return { processes: 0, residentBytes: 0 };
  const pids = (await readdir(list).catch(() => [])).filter((name) => /^\d+$/.test(name));
  // The first process is bubblewrap's own.
  const processes = Math.max(0, pids.length - 1);
  if (processes > most) return { processes, residentBytes: 0 };
  const sizes = await Promise.all(pids.map((pid) => residentBytesOf(`${list}/${pid}`)));
  return { processes, residentBytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Until the box is made, and again when it is gone, that place has the host's list. */
async function isOwnList(root: number, list: string): Promise<boolean> {
  const [own, listed] = await Promise.all(
    [`/proc/${root}/ns/pid`, `${list}/1/ns/pid`].map((path) => readlink(path).catch(() => null)),
  );
  return own !== null && own === listed;
}

/** A process may end between two looks. */
async function residentBytesOf(folder: string): Promise<number> {
  const pages = await readFile(`${folder}/statm`, "utf8").catch(() => "");
  return PAGE_BYTES * Number(pages.split(" ")[1] ?? 0);
}
