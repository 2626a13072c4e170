import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Controller } from "./find-trees.ts";

/** What a group is held to. */
export type GroupLimits = {
  readonly memoryBytes: number | null;
  readonly processes: number | null;
};

/** A file of a group, with its new text; some kernels do not have those that are optional. */
type Setting = readonly [file: string, value: string, need?: "optional"];

/**
 * The first form counts the buffers of network sockets apart from all other memory, and not at all
 * without a limit of their own: they may be this part of the memory, on top of it.
 */
const SOCKET_PART = 4;

/** Less than what stands beside the group, so that programs do not take the processor from us. */
const SHARE = { 1: "512", 2: "50" } as const;

/** The files that limit one group. */
export function limitSettings(
  form: 1 | 2,
  controllers: readonly Controller[],
  { memoryBytes, processes }: GroupLimits,
): readonly Setting[] {
  const settings: Setting[] = [];
  if (controllers.includes("memory") && memoryBytes !== null) {
    const bytes = String(memoryBytes);
    if (form === 2) {
      settings.push(["memory.max", bytes], ["memory.swap.max", "0", "optional"]);
    } else {
      settings.push(
        ["memory.limit_in_bytes", bytes],
        ["memory.memsw.limit_in_bytes", bytes, "optional"],
      );
      const part = String(Math.ceil(memoryBytes / SOCKET_PART));
      settings.push(["memory.kmem.tcp.limit_in_bytes", part, "optional"]);
    }
  }
  if (controllers.includes("pids") && processes !== null) {
    settings.push(["pids.max", String(processes)]);
  }
  return settings;
}

/** What the group above all boxes has beside its limits. */
export function sharedSettings(
  form: 1 | 2,
  controllers: readonly Controller[],
): readonly Setting[] {
  const settings: Setting[] = [];
  // Before Linux 5.11 a group did not count what is below it, unless it was told to.
  if (form === 1 && controllers.includes("memory")) {
    settings.push(["memory.use_hierarchy", "1", "optional"]);
  }
  if (controllers.includes("cpu")) {
    settings.push([form === 1 ? "cpu.shares" : "cpu.weight", SHARE[form], "optional"]);
  }
  if (form === 2) {
    for (const name of controllers.filter((it) => it !== "cpuacct")) {
      settings.push(["cgroup.subtree_control", `+${name}`, "optional"]);
    }
  }
  return settings;
}

/** What a box has alone: where its memory is used up, all of it ends. */
export function boxSettings(form: 1 | 2, controllers: readonly Controller[]): readonly Setting[] {
  return form === 2 && controllers.includes("memory")
    ? [["memory.oom.group", "1", "optional"]]
    : [];
}

/** In one go, as the reads are: none waits for a disk, and by other threads it takes far more time. */
export function applySettings(folder: string, settings: readonly Setting[]): void {
  for (const [file, value, need] of settings) {
    try {
      writeFileSync(join(folder, file), value, { flag: "r+" });
    } catch (error) {
      if (need !== "optional") throw error;
    }
  }
}

/** A number of a file such as `oom_kill 1`, or of one that has a number alone; 0 where there is none. */
export function readCount(folder: string, file: string, name?: string): number {
  const text = textOf(join(folder, file));
  if (name === undefined) return Number(text.trim()) || 0;
  const line = text.split("\n").find((it) => it.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1)) || 0;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
