import type { Engine } from "../../engine/engine.ts";
import type { Pack } from "../../schema/pack.ts";
import type { Change } from "../../stores/journal.ts";

const REMOVED = "removed_packs";
const MAX_REMOVED = 2_000;

/** Who packs that ship with Capstan were added by. */
export const SHIPPED_BY = "capstan";

/**
 * What an owner removed is not found again at the next start: folders by their path, and what ships
 * with Capstan by its name, because the package lies elsewhere after an update.
 */
export async function removedPacks({ gate }: Engine): Promise<ReadonlySet<string>> {
  const noted = await gate.store.system.note(REMOVED);
  const keys: unknown = noted === undefined ? [] : JSON.parse(noted);
  return new Set(Array.isArray(keys) ? keys.filter((key) => typeof key === "string") : []);
}

export function shippedKey(name: string): string {
  return `shipped:${name}`;
}

export async function rememberRemoval(engine: Engine, pack: Pack): Promise<Change[]> {
  const key = pack.addedBy === SHIPPED_BY ? shippedKey(pack.name) : pack.path;
  if (key === null) return [];
  return [noteOf([...(await removedPacks(engine)), key])];
}

/** Who adds a folder by hand wants it again. */
export async function forgetRemoval(engine: Engine, path: string): Promise<void> {
  const removed = await removedPacks(engine);
  if (!removed.has(path)) return;
  const kept = [...removed].filter((key) => key !== path);
  await engine.gate.store.journal.commit("pack.put", [noteOf(kept)]);
}

function noteOf(keys: readonly string[]): Change {
  const value = JSON.stringify([...new Set(keys)].slice(-MAX_REMOVED));
  return { type: "note.put", name: REMOVED, value };
}
