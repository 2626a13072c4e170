import { readFileSync, rmdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tree } from "./find-trees.ts";
import { readCount } from "./group-files.ts";

/** The folder of a group in one of the trees. */
export type GroupFolder = Pick<Tree, "form" | "controllers"> & { readonly folder: string };

/** What a group has used, and what the kernel did about it. */
export type GroupUse = {
  readonly cpuS: number;
  /** Whether the kernel refused a process. */
  readonly wasRefused: boolean;
  /** Whether the kernel ended a process for want of memory: at this group's limit, or above it. */
  readonly ended: "here" | "above" | null;
};

/** The control group of one box: the kernel counts what is in it, and holds it to its limits. */
export interface BoxGroup {
  /** Puts processes into it, with all that they start from now on. Rejects when one is not in it. */
  enter(pids: readonly number[]): Promise<void>;
  use(): GroupUse;
  /** The part of its memory that the kernel holds for it: buffers, and the kernel's own tables. */
  kernelBytes(): number;
  /** Resolves when it is gone, or when somebody is in it for good. */
  remove(): Promise<void>;
}

export function createBoxGroup(folders: readonly GroupFolder[], whenRemoved: () => void): BoxGroup {
  const memory = folders.find(({ controllers }) => controllers.includes("memory"));
  const pids = folders.find(({ controllers }) => controllers.includes("pids"));
  const cpu = folders.find(({ controllers }) => controllers.includes("cpuacct"));
  return {
    async enter(entering) {
      for (const { folder } of folders) {
        const file = join(folder, "cgroup.procs");
        const present = readFileSync(file, "utf8").split("\n");
        // One alone: each waits some milliseconds until no process of the machine is just starting.
        for (const pid of entering.filter((it) => !present.includes(String(it)))) {
          await writeFile(file, String(pid));
        }
      }
    },
    use: () => ({
      cpuS: cpu ? cpuOf(cpu) : 0,
      wasRefused: pids ? readCount(pids.folder, "pids.events", "max") > 0 : false,
      ended: memory ? endedIn(memory) : null,
    }),
    kernelBytes: () => (memory ? kernelBytesOf(memory) : 0),
    async remove() {
      await Promise.all(folders.map(({ folder }) => removeGroup(folder)));
      whenRemoved();
    },
  };
}

function kernelBytesOf({ form, folder }: GroupFolder): number {
  if (form === 1) {
    const sockets = readCount(folder, "memory.kmem.tcp.usage_in_bytes");
    return readCount(folder, "memory.kmem.usage_in_bytes") + sockets;
  }
  const own = ["anon", "file"].map((name) => readCount(folder, "memory.stat", name));
  return own.reduce((left, bytes) => left - bytes, readCount(folder, "memory.current"));
}

function endedIn({ form, folder }: GroupFolder): GroupUse["ended"] {
  const events = form === 2 ? "memory.events" : "memory.oom_control";
  if (readCount(folder, events, "oom_kill") === 0) return null;
  if (form === 2) return readCount(folder, events, "oom") > 0 ? "here" : "above";
  // The first form counts such events for some of its limits alone.
  const most = readCount(folder, "memory.max_usage_in_bytes");
  return most + STEP_BYTES >= readCount(folder, "memory.limit_in_bytes") ? "here" : "above";
}

/** The kernel counts in steps. */
const STEP_BYTES = 1024 ** 2;

function cpuOf({ form, folder }: GroupFolder): number {
  return form === 2
    ? readCount(folder, "cpu.stat", "usage_usec") / 1e6
    : readCount(folder, "cpuacct.usage") / 1e9;
}

const MAX_REMOVALS = 20;

/** A group that somebody is still in, even if only to be collected, cannot be removed. */
export async function removeGroup(folder: string): Promise<void> {
  for (let left = MAX_REMOVALS; left > 0; left--) {
    try {
      return rmdirSync(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      await sleep(MAX_REMOVALS - left);
    }
  }
}
