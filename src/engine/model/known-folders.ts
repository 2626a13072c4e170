import { posix } from "node:path";
import type { KnownFolder } from "../../models/model.ts";
import type { Engine } from "../engine.ts";

/** Folders that a person may mean: those that are open to something here, and their own usual ones. */
export async function knownFolders({
  gate,
}: Pick<Engine, "gate">): Promise<readonly KnownFolder[]> {
  const usual = await gate.folders.usual();
  const open = gate.access
    .list()
    .flatMap(({ root, machine, from }) =>
      root === null || from === "once" || !(machine === null || machine === gate.folders.machine)
        ? []
        : [root],
    );
  const isOpen = (path: string) =>
    open.some((root) => path === root || path.startsWith(`${root}/`));
  const known = new Map(
    usual.map((folder): [string, KnownFolder] => [
      folder.path,
      { ...folder, isOpen: isOpen(folder.path) },
    ]),
  );
  for (const root of open) {
    if (!known.has(root)) known.set(root, { name: posix.basename(root), path: root, isOpen: true });
  }
  return [...known.values()];
}
