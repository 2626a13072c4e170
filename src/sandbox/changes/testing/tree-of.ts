import { setImmediate as nextTurn } from "node:timers/promises";
import type { BytePath } from "../../changes.ts";
import { inOrder } from "../difference.ts";
import { readState } from "../entry-state.ts";
import { openTreeAt } from "../tree.ts";

/** All of a folder: each path with its kind, its mode and its content. */
export async function treeOf(root: string): Promise<Record<string, string>> {
  const tree = openTreeAt(root);
  const found = new Map<BytePath, string>();
  try {
    const waiting: BytePath[] = [""];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      await nextTurn();
      for (const name of tree.names(folder)) {
        const path = `${folder}/${name}`;
        const stats = tree.look(path);
        if (!stats) continue;
        const { kind, mode, digest, target } = await readState(tree, path, stats);
        found.set(path, `${kind} ${mode.toString(8)} ${digest ?? target ?? ""}`);
        if (kind === "folder") waiting.push(path);
      }
    }
  } finally {
    tree.close();
  }
  return Object.fromEntries(
    inOrder([...found.keys()]).map((path) => [path, found.get(path) ?? ""]),
  );
}
