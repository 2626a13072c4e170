import { posix } from "node:path";
import type { KnownFolder } from "../../ports/model.ts";
import type { Engine } from "../engine.ts";

/** Folders that a person may mean: those that are open to something here, and their own usual ones. */
export async function knownFolders({
  gate,
}: Pick<Engine, "gate">): Promise<readonly KnownFolder[]> {
  const usual = await gate.folders.usual();
  const known = new Map(usual.map((folder) => [folder.path, folder]));
  for (const { root, machine, from } of gate.access.list()) {
    const isHere = machine === null || machine === gate.folders.machine;
    if (root === null || !isHere || from === "once" || known.has(root)) continue;
    known.set(root, { name: posix.basename(root), path: root });
  }
  return [...known.values()];
}
