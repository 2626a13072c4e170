import { closeSync, readSync } from "node:fs";
import type { BytePath } from "../changes.ts";
import { nameOf, parentOf } from "./byte-path.ts";
import type { TreeAfter } from "./doors/repositories.ts";
import type { StoredChange } from "./set-folder.ts";
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

/** A folder as changes that are not made yet will leave it. */
export function treeWith(
  folder: Tree,
  contents: Tree,
  changes: readonly StoredChange[],
): TreeAfter {
  const [now, stored] = [treeAfter(folder), treeAfter(contents)];
  const changed = new Map(changes.map((change) => [change.path, change]));
  const inside = Map.groupBy(changes, ({ path }) => parentOf(path));
  return {
    names(path: BytePath) {
      const here = inside.get(path) ?? [];
      const touched = new Set(here.map((change) => nameOf(change.path)));
      const left = now.names(path).filter((name) => !touched.has(name));
      return [...left, ...here.flatMap((it) => (it.after ? [nameOf(it.path)] : []))];
    },
    linkAt(path) {
      const change = changed.get(path);
      if (!change) return now.linkAt(path);
      return change.after?.kind === "link" ? change.after.target : undefined;
    },
    readText(path) {
      const change = changed.get(path);
      if (!change) return now.readText(path);
      const from = change.after?.kind === "file" ? change.from : undefined;
      return from === undefined ? undefined : stored.readText(from);
    },
  };
}
