import { posix } from "node:path";
import type { Mount } from "../sandbox.ts";

/** Where there is no other view of the files: a place in the box is where it comes from. */
export function hostPathOf(path: string, mounts: readonly Mount[]): string {
  const mount = mounts.find(({ target }) => path === target || path.startsWith(`${target}/`));
  return mount ? posix.join(mount.source, path.slice(mount.target.length)) : path;
}
