import type { CatalogEntry } from "../../gate/catalog/catalog-entry.ts";
import { describeCapability } from "../../gate/catalog/describe-capability.ts";
import { folderSource, type InstalledFolder } from "../../schema/installed-folder.ts";
import { packCapabilityId } from "../../schema/pack.ts";
import type { FolderShelf } from "../bundles/folder-shelf.ts";
import type { PackShelf } from "./pack-shelf.ts";

/** The tools of a pack as one bundle has them; none where they cannot be used. */
export type PackEntries = (pack: {
  readonly id: string;
  readonly name: string;
  readonly digest: string;
}) => Promise<readonly CatalogEntry[]>;

type Options = {
  readonly shelf: Pick<PackShelf, "tools"> & Pick<FolderShelf, "trustOf">;
  /** The registry, by id. */
  readonly registered: () => ReadonlyMap<string, InstalledFolder>;
};

const MAX_KEPT = 1_000;
const NONE: Promise<readonly CatalogEntry[]> = Promise.resolve([]);

/** Each is made once: caches hang on the very objects. */
export function createPackEntries({ shelf, registered }: Options): PackEntries {
  const known = new Map<string, Promise<readonly CatalogEntry[]>>();
  return (pack) => {
    const folder = registered().get(packCapabilityId(pack.id));
    // One that was removed since came from who knows where.
    const origin = folder?.origin ?? "remote";
    if (folder?.enabled === false) return NONE;
    const key = JSON.stringify([pack.id, pack.name, pack.digest, origin]);
    const before = known.get(key);
    if (before) return before;
    if (known.size >= MAX_KEPT) known.clear();
    const made = entriesOf(shelf, { ...pack, origin });
    known.set(key, made);
    made.catch(() => known.delete(key));
    return made;
  };
}

async function entriesOf(
  shelf: Options["shelf"],
  { id, name, digest, origin }: Parameters<PackEntries>[0] & Pick<InstalledFolder, "origin">,
): Promise<readonly CatalogEntry[]> {
  const read = await shelf.tools(digest);
  const tools = read && "tools" in read ? read.tools : [];
  const source = { id: folderSource("pack"), kind: "pack" } as const;
  const trust = await shelf.trustOf({ digest, origin });
  const sourced = { id, name, description: "", status: "available", trust } as const;
  return describeCapability(source, { ...sourced, perSession: true, tools }).entries;
}
