import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../../base/digest.ts";
import { reasonToLeaveOut } from "../bundles/read/left-out-names.ts";
import { BUNDLE_LIMITS } from "../bundles/read-bundle.ts";

const MAX_LINES = 2 * BUNDLE_LIMITS.files;
/** What cannot be looked at has this stamp, until it can. */
const UNREADABLE = "unreadable";

/**
 * Changes whenever a file of a folder is written, moved or made: of names, sizes and times alone, no
 * content is read. A program can set a file's time of change back, but not the time of its inode.
 */
export async function stampFolder(root: string): Promise<string> {
  const lines: string[] = [];
  const folders = [{ path: root, depth: 0 }];
  try {
    for (let at = folders.shift(); at; at = folders.shift()) {
      for (const name of (await readdir(at.path)).sort()) {
        if (reasonToLeaveOut(name) !== undefined) continue;
        const path = join(at.path, name);
        const found = await lstat(path, { bigint: true });
        const { size, mode, ino, mtimeNs, ctimeNs } = found;
        lines.push(JSON.stringify([path, [size, mode, ino, mtimeNs, ctimeNs].join(" ")]));
        // More is not taken in anyway.
        if (lines.length > MAX_LINES) return sha256(lines.join("\n"));
        if (found.isDirectory() && at.depth < BUNDLE_LIMITS.depth) {
          folders.push({ path, depth: at.depth + 1 });
        }
      }
    }
  } catch {
    return UNREADABLE;
  }
  return sha256(lines.join("\n"));
}
