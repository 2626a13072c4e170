import { lstat } from "node:fs/promises";
import type { Mount } from "../sandbox.ts";

/**
 * Whether the box that is made has the folders that were meant. Looked at from outside, in the box and
 * before its program starts: a link that was put in their place a moment ago is found as well.
 */
export async function hasItsMounts(pid: number, mounts: readonly Mount[]): Promise<boolean> {
  for (const { target, identity } of mounts) {
    if (!identity) continue;
    const found = await lstat(`/proc/${pid}/root${target}`, { bigint: true }).catch(
      () => undefined,
    );
    if (!found?.isDirectory()) return false;
    if (String(found.dev) !== identity.device || String(found.ino) !== identity.inode) return false;
  }
  return true;
}
