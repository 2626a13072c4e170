import { type BigIntStats, closeSync, constants, fstatSync, openSync } from "node:fs";
import { openForReading, wayOf } from "./walk-folder.ts";

const { O_RDONLY, O_NOFOLLOW = 0, O_DIRECTORY = 0 } = constants;

/**
 * Does something with what lies at a path of a folder, reached name by name: no link on the way is
 * followed. `at` is where it lies, for as long as `use` runs.
 */
export async function withPlace<T>(
  root: string,
  path: string,
  use: (at: string) => T | Promise<T>,
): Promise<T> {
  const names = path.split("/").slice(1);
  const last = names.pop() ?? "";
  const open: number[] = [];
  try {
    let way = root;
    for (const name of ["", ...names]) {
      const next = name === "" ? way : `${way}/${name}`;
      const descriptor = openSync(next, O_RDONLY | O_NOFOLLOW | O_DIRECTORY);
      open.push(descriptor);
      way = wayOf(descriptor, next);
    }
    return await use(`${way}/${last}`);
  } finally {
    for (const descriptor of open) closeSync(descriptor);
  }
}

/** Opens a regular file that has one name, and that very one. Undefined when it is another by now. */
export function openSame(at: string, seen: BigIntStats): number | undefined {
  const descriptor = openForReading(at);
  const stats = fstatSync(descriptor, { bigint: true });
  if (stats.isFile() && stats.nlink === 1n && stats.ino === seen.ino && stats.dev === seen.dev) {
    return descriptor;
  }
  closeSync(descriptor);
  return undefined;
}
