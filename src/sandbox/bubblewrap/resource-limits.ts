import type { ProcessLimits } from "../../ports/sandbox.ts";

/** Node does not start with less, whatever it then uses: what is really used is watched. */
const LEAST_DATA_BYTES = 400 * 1024 ** 2;

/**
 * The kernel's own limits, set in the box by the system's `prlimit`, which then becomes the program:
 * there the limit on processes counts those of the box alone.
 */
export function limitArguments(limits: ProcessLimits): string[] {
  const { cpuS, memoryBytes, fileBytes, processes } = limits;
  const given: readonly (readonly [string, number | null])[] = [
    ["core", 0],
    ["cpu", cpuS],
    ["data", memoryBytes === null ? null : Math.max(memoryBytes, LEAST_DATA_BYTES)],
    ["fsize", fileBytes],
    ["nproc", processes],
  ];
  return [
    "/usr/bin/prlimit",
    ...given.flatMap(([name, value]) => (value === null ? [] : [`--${name}=${value}:${value}`])),
    "--",
  ];
}
