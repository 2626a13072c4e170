import { lstatSync, utimesSync, writeFileSync } from "node:fs";
import { setImmediate as nextTurn } from "node:timers/promises";

/** The time that a file gets when it is made now, as the file system tells it. */
export function markTime(file: string): bigint {
  writeFileSync(file, "");
  return lstatSync(file, { bigint: true }).ctimeNs;
}

/**
 * Waits until the file system's clock has moved on, 4 ms at most: a change of before and one from now on
 * have different times then.
 */
export async function passTick(file: string): Promise<void> {
  const before = markTime(file);
  for (let now = before; now === before; ) {
    await nextTurn();
    utimesSync(file, 0, 0);
    now = lstatSync(file, { bigint: true }).ctimeNs;
  }
}
