import { digest } from "../../base/digest.ts";
import type { CatalogEntry } from "../../gate/catalog/catalog-entry.ts";

/** A pack of a session, as far as a call depends on it. */
export type BoundPack = {
  readonly id: string;
  /** The digest of its bundle, as the session attached it. */
  readonly digest: string;
  readonly entryDoc: string;
};

// The same pack gives the same object, so that caches that hang on a tool find it again.
const bound = new WeakMap<CatalogEntry, Map<string, CatalogEntry>>();
const MAX_KEPT = 1_000;

/**
 * An entry that serves all packs, for a call of this one: its execution says which bundle, and its
 * digest covers that. An approval of it is good for the pack as it is now, and for no other.
 */
export function bindToPack(entry: CatalogEntry, pack: BoundPack): CatalogEntry {
  const known = bound.get(entry) ?? new Map<string, CatalogEntry>();
  bound.set(entry, known);
  const key = `${pack.id} ${pack.digest} ${pack.entryDoc}`;
  const before = known.get(key);
  if (before) return before;
  const execution = {
    ...entry.execution,
    pack: pack.id,
    bundle: pack.digest,
    ...(entry.execution.type === "pack" && { entry_doc: pack.entryDoc }),
  };
  const runsCode = entry.execution.type === "command";
  const tool = {
    ...entry.tool,
    // The tool ships with Capstan; the program that it runs does not.
    ...(runsCode && { trust: "local" as const }),
    digest: digest({ tool: entry.tool.digest, execution }),
  };
  if (known.size >= MAX_KEPT) known.clear();
  const made = { ...entry, tool, execution };
  known.set(key, made);
  return made;
}
