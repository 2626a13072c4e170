import type { CatalogEntry } from "../../gate/catalog/catalog-entry.ts";
import { describeCapability } from "../../gate/catalog/describe-capability.ts";
import { PACK_SOURCE, type Pack } from "../../schema/pack.ts";
import type { PackShelf } from "./pack-shelf.ts";
import { trustOfPack } from "./pack-source.ts";

/** The tools of a pack as one bundle has them; none where they cannot be used. */
export type PackEntries = (pack: {
  readonly id: string;
  readonly name: string;
  readonly digest: string;
}) => Promise<readonly CatalogEntry[]>;

type Shelf = Pick<PackShelf, "tools" | "isShipped">;

const MAX_KEPT = 1_000;

/** Each is made once: caches hang on the very objects. */
export function createPackEntries(
  shelf: Shelf,
  registered: () => ReadonlyMap<string, Pack>,
): PackEntries {
  const known = new Map<string, Promise<readonly CatalogEntry[]>>();
  return (pack) => {
    // One that was removed since came from who knows where.
    const path = registered().get(pack.id)?.path ?? null;
    const key = JSON.stringify([pack.id, pack.name, pack.digest, path]);
    const before = known.get(key);
    if (before) return before;
    if (known.size >= MAX_KEPT) known.clear();
    const made = entriesOf(shelf, { ...pack, path });
    known.set(key, made);
    made.catch(() => known.delete(key));
    return made;
  };
}

async function entriesOf(
  shelf: Shelf,
  { id, name, digest, path }: Parameters<PackEntries>[0] & Pick<Pack, "path">,
): Promise<readonly CatalogEntry[]> {
  const read = await shelf.tools(digest);
  const tools = read && "tools" in read ? read.tools : [];
  const source = { id: PACK_SOURCE, kind: "pack" } as const;
  const trust = await trustOfPack(shelf, { digest, path });
  const sourced = { id, name, description: "", status: "available", trust } as const;
  return describeCapability(source, { ...sourced, perSession: true, tools }).entries;
}
