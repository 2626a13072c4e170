import { closeSync, readSync } from "node:fs";
import type { TreeAfter } from "./doors/repositories.ts";
import type { Tree } from "./tree.ts";

/** Settings of a repository are short; of a longer file only the beginning counts. */
const MOST_BYTES = 64 * 1024;

/** A view as the rule about doors asks for it. */
export function treeAfter(view: Tree): TreeAfter {
  return {
    names: view.names,
    linkAt: (path) => (view.look(path)?.isSymbolicLink() ? view.linkAt(path) : undefined),
    readText(path) {
      if (!view.look(path)?.isFile()) return undefined;
      const descriptor = view.openFile(path);
      try {
        const bytes = Buffer.alloc(MOST_BYTES);
        return bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, MOST_BYTES, 0));
      } finally {
        closeSync(descriptor);
      }
    },
  };
}
