import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** A digest of everything that can be seen of a folder: names, kinds, modes, times, links, bytes. */
export function treeHash(root: string): string {
  const hash = createHash("sha256");
  const visit = (path: string) => {
    const entry = lstatSync(path, { bigint: true });
    hash.update(`${path.slice(root.length)}\0${entry.mode}\0${entry.nlink}\0${entry.mtimeNs}\0`);
    if (entry.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (entry.isFile()) hash.update(readFileSync(path));
    else if (entry.isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name));
    }
    hash.update("\0\0");
  };
  visit(root);
  return hash.digest("hex");
}
