import type { HostFolders } from "../../sandbox/host-folders.ts";
import { type Access, NO_ACCESS } from "../../schema/access.ts";
import type { Opening } from "../../schema/opening.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";

/** An opening, and where it came from. Only `given` ones lie in the store. */
export type Held = Opening & { readonly from: "settings" | "definition" | "given" | "once" };

/** What a call of a capability finds open. */
export type HeldAccess = {
  readonly access: Access;
  readonly openings: readonly Held[];
  /** Folders of other machines: not used here. */
  readonly elsewhere: readonly Held[];
};

export const NOTHING_HELD: HeldAccess = { access: NO_ACCESS, openings: [], elsewhere: [] };

/** Everything that is open to capabilities, in memory: most calls find nothing, and nothing is read for them. */
export interface AccessBook {
  of(capabilityId: string, sessionId: string | null): HeldAccess;
  list(capabilityId?: string): readonly Held[];
  /** Reads the store again: others may have written. */
  refresh(): Promise<void>;
  /** What this process has just written. */
  follow(changes: readonly Change[]): void;
  /** What the owner wrote of a capability that came after the settings, in place of what stood there. */
  declare(capabilityId: string, openings: readonly Opening[]): void;
  /** Told when anything was opened or revoked. */
  onChange(listener: () => void): void;
}

type Options = {
  readonly store: Pick<Store, "openings">;
  readonly folders: Pick<HostFolders, "machine">;
  readonly settings: readonly Opening[];
};

export async function openAccessBook({ store, folders, settings }: Options): Promise<AccessBook> {
  const own = settings.map((opening): Held => ({ ...opening, from: "settings" }));
  let given = new Map<string, Held>();
  let held = new Map<string, readonly Held[]>();
  const declared = new Map<string, readonly Held[]>();
  const known = new Map<string, HeldAccess>();
  const listeners: (() => void)[] = [];

  function arrange(): void {
    known.clear();
    const all = [...own, ...[...declared.values()].flat(), ...given.values()];
    held = Map.groupBy(all, ({ capabilityId }) => capabilityId);
    for (const listener of listeners) listener();
  }
  const book: AccessBook = {
    of(capabilityId, sessionId) {
      const all = held.get(capabilityId);
      if (!all) return NOTHING_HELD;
      const key = `${capabilityId} ${sessionId ?? ""}`;
      const found = known.get(key) ?? heldBy(all, sessionId, folders.machine);
      if (known.size > MAX_KNOWN) known.clear();
      known.set(key, found);
      return found;
    },
    list: (capabilityId) =>
      capabilityId === undefined ? [...held.values()].flat() : (held.get(capabilityId) ?? []),
    async refresh() {
      const all = await store.openings.list();
      if (all.length === given.size && all.every(({ id }) => given.has(id))) return;
      given = new Map(all.map((opening) => [opening.id, { ...opening, from: "given" }]));
      arrange();
    },
    follow(changes) {
      let changed = false;
      for (const change of changes) {
        if (change.type === "opening.add") {
          given.set(change.opening.id, { ...change.opening, from: "given" });
        } else if (change.type === "opening.remove") given.delete(change.id);
        else if (change.type === "session.erase") {
          for (const { id, sessionId } of given.values()) {
            if (sessionId === change.sessionId) given.delete(id);
          }
        } else continue;
        changed = true;
      }
      if (changed) arrange();
    },
    declare(capabilityId, openings) {
      if (openings.length === 0 && !declared.has(capabilityId)) return;
      declared.set(
        capabilityId,
        openings.map((opening) => ({ ...opening, from: "definition" })),
      );
      arrange();
    },
    onChange: (listener) => void listeners.push(listener),
  };
  arrange();
  await book.refresh();
  return book;
}

const MAX_KNOWN = 10_000;

function heldBy(all: readonly Held[], sessionId: string | null, machine: string): HeldAccess {
  const mine = all.filter((it) => it.sessionId === null || it.sessionId === sessionId);
  const isHere = (it: Held) => it.machine === null || it.machine === machine;
  const openings = mine.filter(isHere);
  return {
    access: accessOf(openings),
    openings,
    elsewhere: mine.filter((it) => !isHere(it)),
  };
}

/** In one order, each root once: the same openings are the same access, however they were given. */
export function accessOf(openings: readonly Pick<Opening, "root" | "host" | "verbs">[]): Access {
  if (openings.length === 0) return NO_ACCESS;
  const roots = new Map<string, Set<string>>();
  const hosts = new Set<string>();
  for (const { root, host, verbs } of openings) {
    if (host !== null) hosts.add(host);
    if (root === null) continue;
    const all = roots.get(root) ?? new Set<string>();
    for (const verb of verbs) all.add(verb);
    roots.set(root, all);
  }
  return {
    paths: [...roots.keys()].sort().map((root) => ({
      root,
      verbs: (["read", "write"] as const).filter((verb) => roots.get(root)?.has(verb)),
    })),
    hosts: [...hosts].sort(),
  };
}
