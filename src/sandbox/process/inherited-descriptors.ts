import { openSync, readdirSync, readFileSync } from "node:fs";

const CLOSE_ON_EXEC = 0o2000000;
const FIRST = 3;

/**
 * Descriptors that this process was started with and would hand on to each process it starts: a
 * shell's, a supervisor's. What Node opens itself is not handed on.
 */
export function inheritedDescriptors(): number[] {
  return readdirSync("/proc/self/fdinfo")
    .map(Number)
    .filter((descriptor) => descriptor >= FIRST && isHandedOn(descriptor));
}

function isHandedOn(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(
      readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"),
    )?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The one that the folder was read by.
    return false;
  }
}

let nowhere: number | undefined;

/** A descriptor that leads nowhere, to be put in the place of one that leads somewhere. */
export function nowhereDescriptor(): number {
  nowhere ??= openSync("/dev/null", "r");
  return nowhere;
}
