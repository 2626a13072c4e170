import { readdirSync, readFileSync, readlinkSync, statfsSync } from "node:fs";
import type { ProcessEnd, ProcessLimits } from "../sandbox.ts";
import type { KnownProcess } from "./when-gone.ts";

/** Looked at often at first: a program that forks without end makes hundreds in this time. */
const FIRST_INTERVAL_MS = 15;
const INTERVAL_MS = 100;
/** What the kernel itself needs for a file in memory, however small. */
const INODE_BYTES = 1_024;

type Size = { readonly tasks: number; readonly bytes: number };

type Watched = {
  readonly init: Promise<KnownProcess | undefined>;
  readonly limits: Pick<ProcessLimits, "memoryBytes" | "processes">;
  /** Folders of the box whose files are in memory. */
  readonly inMemory: readonly string[];
  readonly onExceeded: (limit: NonNullable<ProcessEnd["exceeded"]>) => void;
};

/**
 * Watches how many processes and threads a box has and what it holds in memory, files included. The
 * kernel's own limit on them does not hold for root, and its limits on memory are for each process.
 */
export function watchSize({ init, limits, inMemory, onExceeded }: Watched): { stop(): void } {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looks = 0;

  function look(root: number): void {
    const most = limits.processes ?? Number.POSITIVE_INFINITY;
    const size = sizeOf(root, inMemory, most);
    const isLarge = limits.memoryBytes !== null && size.bytes > limits.memoryBytes;
    if (size.tasks > most || isLarge) {
      onExceeded(size.tasks > most ? "processes" : "memory");
      return;
    }
    looks++;
    const isCalm = looks > 40 && size.tasks * 2 < most;
    timer = setTimeout(() => look(root), isCalm ? INTERVAL_MS : FIRST_INTERVAL_MS);
  }

  init.then((root) => {
    if (root !== undefined && !stopped) look(root.pid);
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
function sizeOf(root: number, inMemory: readonly string[], most: number): Size {
  const list = `/proc/${root}/root/proc`;
  const pids = pidsIn(root, list);
  // Not made yet, or gone: its folders would be the host's.
  if (pids.length === 0) return { tasks: 0, bytes: 0 };
  // The first process is bubblewrap's own.
  if (pids.length - 1 > most) return { tasks: pids.length - 1, bytes: 0 };
  // In one go too: by other threads it takes six times the processor time, measured.
  const processes = pids.map((pid) => sizeOfProcess(`${list}/${pid}`));
  const folders = inMemory.map((folder) => sizeOfFolder(`/proc/${root}/root${folder}`));
  const sizes = [...processes, ...folders];
  return {
    tasks: Math.max(0, sizes.reduce((sum, size) => sum + size.tasks, 0) - 1),
    bytes: sizes.reduce((sum, size) => sum + size.bytes, 0),
  };
}

/**
 * In one go, which takes some ten microseconds: where a program forks without end, each time that
 * this process waits for its turn there are hundreds more.
 */
function pidsIn(root: number, list: string): string[] {
  try {
    // Until the box is made, and again when it is gone, that place has the host's list.
    if (readlinkSync(`/proc/${root}/ns/pid`) !== readlinkSync(`${list}/1/ns/pid`)) return [];
    return readdirSync(list).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** What is resident, what was moved to a disk, and the tables that say where each page is. */
const HELD = /^(?:VmRSS|VmSwap|VmPTE):\s*(\d+) kB$/gm;
const THREADS = /^Threads:\s*(\d+)$/m;

function sizeOfProcess(folder: string): Size {
  const status = orGone(() => readFileSync(`${folder}/status`, "utf8")) ?? "";
  const kilobytes = [...status.matchAll(HELD)].reduce((sum, [, held]) => sum + Number(held), 0);
  return { tasks: Number(THREADS.exec(status)?.[1] ?? 0), bytes: 1_024 * kilobytes };
}

function sizeOfFolder(folder: string): Size {
  const files = orGone(() => statfsSync(folder));
  if (!files) return { tasks: 0, bytes: 0 };
  const { blocks, bfree, bsize, files: inodes, ffree } = files;
  return { tasks: 0, bytes: (blocks - bfree) * bsize + (inodes - ffree) * INODE_BYTES };
}

/** A process may end between two looks, and its box with it. */
function orGone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
