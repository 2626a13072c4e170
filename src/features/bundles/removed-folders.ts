import type { Engine } from "../../engine/engine.ts";
import type { InstalledFolder } from "../../schema/installed-folder.ts";
import type { Change } from "../../stores/journal.ts";

const REMOVED = "removed_folders";
const MAX_REMOVED = 2_000;

/**
 * What an owner removed is not found again at the next start: folders by their path, and what ships
 * with Capstan by its id, because the package lies elsewhere after an update.
 */
export async function removedFolders({ gate }: Pick<Engine, "gate">): Promise<ReadonlySet<string>> {
  const noted = await gate.store.system.note(REMOVED);
  const keys: unknown = noted === undefined ? [] : JSON.parse(noted);
  return new Set(Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : []);
}

export async function rememberRemoval(
  engine: Pick<Engine, "gate">,
  folder: InstalledFolder,
): Promise<Change[]> {
  const key = removalKey(folder);
  return key === null ? [] : [noteOf([...(await removedFolders(engine)), key])];
}

/** Who installs one by hand wants it again. */
export async function forgetRemoval(
  engine: Pick<Engine, "gate">,
  folder: InstalledFolder,
): Promise<void> {
  const removed = await removedFolders(engine);
  const key = removalKey(folder);
  if (key === null || !removed.has(key)) return;
  const kept = [...removed].filter((one) => one !== key);
  await engine.gate.store.journal.commit("folder.put", [noteOf(kept)]);
}

export function removalKey({
  id,
  path,
  origin,
}: Pick<InstalledFolder, "id" | "path" | "origin">): string | null {
  return origin === "shipped" ? `shipped:${id}` : path;
}

function noteOf(keys: readonly string[]): Change {
  const value = JSON.stringify([...new Set(keys)].slice(-MAX_REMOVED));
  return { type: "note.put", name: REMOVED, value };
}
