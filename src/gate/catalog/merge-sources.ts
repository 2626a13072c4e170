import { isDeepStrictEqual } from "node:util";
import type { Capability } from "../../schema/capability.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import type { WatchedSource } from "./watched-source.ts";

/** Names come from outside: "constructor" would hit Object.prototype in a plain object. */
export type Merged = {
  readonly entries: ReadonlyMap<string, CatalogEntry>;
  readonly capabilities: ReadonlyMap<string, Capability>;
  /** By the id of the source whose capabilities were left out: why. */
  readonly clashes: ReadonlyMap<string, string>;
};

export const NOTHING: Merged = {
  entries: new Map(),
  capabilities: new Map(),
  clashes: new Map(),
};

/** Never shadows: an id that an earlier source has is left out of a later one, which says so. */
export function mergeSources(sources: Iterable<WatchedSource>): Merged {
  const entries = new Map<string, CatalogEntry>();
  const capabilities = new Map<string, Capability>();
  const owners = new Map<string, string>();
  const clashes = new Map<string, string>();
  for (const { source, listing } of sources) {
    for (const { capability, entries: own } of listing) {
      const ids = [capability.id, ...own.map(({ tool }) => tool.toolId)];
      const taken = ids.find((id) => owners.has(id));
      if (taken !== undefined) {
        clashes.set(source.id, clash(taken, owners.get(taken), source.id, capability.id));
        continue;
      }
      for (const id of ids) owners.set(id, source.id);
      capabilities.set(capability.id, capability);
      for (const entry of own) entries.set(entry.tool.toolId, entry);
    }
  }
  return { entries, capabilities, clashes };
}

function clash(id: string, first: string | undefined, second: string, leftOut: string): string {
  return first === second
    ? `"${second}" lists "${id}" twice: the second "${leftOut}" was left out.`
    : `Both "${first}" and "${second}" have "${id}": "${leftOut}" of "${second}" was left out.`;
}

/** What is as it was stays the very same object: caches hang on it. All of it, when nothing moved. */
export function keepSame(before: Merged, after: Merged): Merged {
  const entries = keepKnown(before.entries, after.entries, isSameEntry);
  const capabilities = keepKnown(before.capabilities, after.capabilities, isDeepStrictEqual);
  return { entries, capabilities, clashes: after.clashes };
}

/** A digest covers the tool and how it runs: two entries with one digest are the same. */
function isSameEntry(one: CatalogEntry, other: CatalogEntry): boolean {
  return (
    one.tool.digest === other.tool.digest &&
    one.tool.enabled === other.tool.enabled &&
    one.tool.problem === other.tool.problem &&
    one.asksFirst === other.asksFirst &&
    one.source === other.source &&
    one.storedVersion === other.storedVersion &&
    one.perSession === other.perSession
  );
}

function keepKnown<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  isSame: (one: T, other: T) => boolean,
): ReadonlyMap<string, T> {
  const kept = new Map(
    [...after].map(([id, value]): [string, T] => {
      const known = before.get(id);
      return [id, known !== undefined && isSame(known, value) ? known : value];
    }),
  );
  const order = [...before];
  const isUnmoved =
    order.length === kept.size &&
    [...kept].every(([id, value], index) => order[index]?.[0] === id && order[index][1] === value);
  return isUnmoved ? before : kept;
}
