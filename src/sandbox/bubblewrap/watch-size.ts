import { readdirSync, readFileSync, readlinkSync, statfsSync, statSync } from "node:fs";
import type { Exceeded, ProcessLimits } from "../sandbox.ts";
import { type KernelBuffers, watchKernelBuffers } from "./kernel-buffers.ts";
import type { MemoryTotal } from "./memory-total.ts";
import type { KnownProcess } from "./when-gone.ts";

/** Looked at often at first: a program that forks without end makes hundreds in this time. */
const FIRST_INTERVAL_MS = 15;
const INTERVAL_MS = 100;
/** Two processors fill some four gigabytes in a second: no more than its limit between two looks. */
const BYTES_IN_A_MS = 4 * 1024 ** 2;
/** What the kernel itself needs for a file in memory, however small. */
const INODE_BYTES = 1_024;

type Size = { readonly tasks: number; readonly bytes: number; readonly descriptors?: number };

type Watched = {
  readonly init: Promise<KnownProcess | undefined>;
  readonly limits: Pick<ProcessLimits, "memoryBytes" | "processes">;
  /** Folders of the box whose files are in memory. */
  readonly inMemory: readonly string[];
  readonly total: MemoryTotal;
  readonly onExceeded: (limit: Exceeded) => void;
};

/**
 * Watches how many processes and threads a box has and what it holds in memory, files and the kernel's
 * buffers included. For where no control group does: the kernel's own limit on processes does not hold
 * for root, and its limits on memory are for each process.
 */
export function watchSize({ init, limits, inMemory, total, onExceeded }: Watched): {
  stop(): void;
} {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looks = 0;
  const box = {};
  const memory = limits.memoryBytes ?? Number.POSITIVE_INFINITY;
  const calmMs = Math.max(FIRST_INTERVAL_MS, Math.min(INTERVAL_MS, memory / BYTES_IN_A_MS));

  function look(root: number, buffers: KernelBuffers): void {
    const most = limits.processes ?? Number.POSITIVE_INFINITY;
    const size = sizeOf(root, { inMemory, most, buffers });
    if (size.tasks > most || size.bytes > memory) {
      onExceeded(size.tasks > most ? "processes" : "memory");
      return;
    }
    total.note(box, size.bytes, () => onExceeded("total_memory"));
    looks++;
    const isCalm = looks > 40 && size.tasks * 2 < most;
    timer = setTimeout(() => look(root, buffers), isCalm ? calmMs : FIRST_INTERVAL_MS);
  }

  init.then((root) => {
    if (root !== undefined && !stopped) look(root.pid, watchKernelBuffers(root.pid));
  });
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      total.forget(box);
    },
  };
}

/**
 * By the box's own list of processes, which has all of them and nothing else. Counts no further than
 * `most`: what is over is too much already.
 */
function sizeOf(
  root: number,
  {
    inMemory,
    most,
    buffers,
  }: {
    readonly inMemory: readonly string[];
    readonly most: number;
    readonly buffers: KernelBuffers;
  },
): Size {
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
  const open = processes.map(({ descriptors = 0 }) => descriptors);
  return {
    tasks: Math.max(0, sizes.reduce((sum, size) => sum + size.tasks, 0) - 1),
    bytes: sizes.reduce((sum, size) => sum + size.bytes, buffers.bytes(open)),
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
/** How many its table has room for. */
const TABLE = /^FDSize:\s*(\d+)$/m;

function sizeOfProcess(folder: string): Size {
  const status = orGone(() => readFileSync(`${folder}/status`, "utf8")) ?? "";
  const kilobytes = [...status.matchAll(HELD)].reduce((sum, [, held]) => sum + Number(held), 0);
  // Since Linux 6.2 the size of this folder is how many are open.
  const open = orGone(() => statSync(`${folder}/fd`).size) || Number(TABLE.exec(status)?.[1] ?? 0);
  return {
    tasks: Number(THREADS.exec(status)?.[1] ?? 0),
    bytes: 1_024 * kilobytes,
    descriptors: open,
  };
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
