import type { InstalledFolder } from "../../schema/installed-folder.ts";
import { type Pack, packOf } from "../../schema/pack.ts";

/** The installed packs by id, made anew only when the registry was listed again. */
export function knownPacks(
  folders: () => ReadonlyMap<string, InstalledFolder>,
): () => ReadonlyMap<string, Pack> {
  let of: ReadonlyMap<string, InstalledFolder> | undefined;
  let packs: ReadonlyMap<string, Pack> = new Map();
  return () => {
    const now = folders();
    if (now !== of) {
      const listed = [...now.values()].filter(({ kind }) => kind === "pack");
      packs = new Map(listed.map(packOf).map((pack) => [pack.id, pack]));
      of = now;
    }
    return packs;
  };
}
