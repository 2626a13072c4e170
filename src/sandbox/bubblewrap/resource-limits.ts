import { readFileSync } from "node:fs";
import type { ProcessLimits } from "../sandbox.ts";

/**
 * What a program may ask for over what it may use: Node reserves half a gigabyte for its code alone,
 * and does not start without. What is really used is watched.
 */
const RESERVED_BYTES = 768 * 1024 ** 2;

/** Signals that wait, and timers. */
const SIGNALS = 1_024;

/**
 * The kernel's own limits, set in the box by the system's `prlimit`, which then becomes the program:
 * there the limit on processes counts those of the box alone.
 */
export function limitArguments(limits: ProcessLimits): string[] {
  const { cpuS, memoryBytes, fileBytes, processes, descriptors } = limits;
  const given: readonly (readonly [string, number | null])[] = [
    ["core", 0],
    ["cpu", cpuS],
    ["data", memoryBytes === null ? null : memoryBytes + RESERVED_BYTES],
    ["fsize", fileBytes],
    ["nproc", processes],
    ["nofile", lower(descriptors, "Max open files")],
    // Memory of the kernel that no other limit knows: queues that outlive their makers, and signals.
    ["msgqueue", 0],
    ["sigpending", lower(SIGNALS, "Max pending signals")],
  ];
  return [
    "/usr/bin/prlimit",
    ...given.flatMap(([name, value]) => (value === null ? [] : [`--${name}=${value}:${value}`])),
    "--",
  ];
}

/** Nothing in a box may raise a limit that we were started with. */
function lower(value: number | null, name: string): number | null {
  if (value === null) return null;
  const own = new RegExp(`^${name} +\\S+ +(\\d+)`, "m").exec(readLimits())?.[1];
  return own === undefined ? value : Math.min(value, Number(own));
}

function readLimits(): string {
  try {
    return readFileSync("/proc/self/limits", "utf8");
  } catch {
    return "";
  }
}
