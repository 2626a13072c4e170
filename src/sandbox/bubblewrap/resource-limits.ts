import type { ProcessLimits } from "../sandbox.ts";

/**
 * What a program may ask for over what it may use: Node reserves half a gigabyte for its code alone,
 * and does not start without. What is really used is watched.
 */
const RESERVED_BYTES = 768 * 1024 ** 2;

/**
 * The kernel's own limits, set in the box by the system's `prlimit`, which then becomes the program:
 * there the limit on processes counts those of the box alone.
 */
export function limitArguments(limits: ProcessLimits): string[] {
  const { cpuS, memoryBytes, fileBytes, processes } = limits;
  const given: readonly (readonly [string, number | null])[] = [
    ["core", 0],
    ["cpu", cpuS],
    ["data", memoryBytes === null ? null : memoryBytes + RESERVED_BYTES],
    ["fsize", fileBytes],
    ["nproc", processes],
  ];
  return [
    "/usr/bin/prlimit",
    ...given.flatMap(([name, value]) => (value === null ? [] : [`--${name}=${value}:${value}`])),
    "--",
  ];
}
