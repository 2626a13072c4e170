import { type Clock, timestamp } from "../../base/clock.ts";
import type { Person, Principal } from "../../schema/principal.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";

/** Everybody who ever did something here, in memory: what is shown of a row, and who was disabled. */
export interface People {
  /** By id, or by what a record from before there were ids calls them. */
  get(idOrName: string): Principal | undefined;
  /** As it is shown. Who is no principal (`system`, a client) is called what the row calls them. */
  show(idOrName: string): Person;
  /** Looks into the store where this process has not heard of them yet. */
  find(id: string): Promise<Principal | undefined>;
  /** By the names that rules from before there were ids use. */
  formerNames(): ReadonlyMap<string, string>;
  /** All that records may call those whom this id or name stands for. */
  calledIn(idOrName: string): readonly string[];
  /** Whether there is anybody who was disabled. */
  someDisabled(): boolean;
  /** They have been here just now. */
  see(id: string, now: string): void;
  /** When they were here, where that is not written yet. */
  seenAt(id: string): string | undefined;
  /** Those seen since this was last asked, as changes to be written. */
  takeSeen(): Change[];
  /** Reads what others have changed. */
  refresh(): Promise<void>;
  /** What this process has just written. */
  follow(changes: readonly Change[]): void;
}

type Options = { readonly store: Pick<Store, "principals">; readonly clock: Clock };

/** Clocks of several servers differ, and a commit may be seen later than its time. */
const OVERLAP_MS = 60_000;
const BEGINNING = timestamp(0);

export async function openPeople({ store, clock }: Options): Promise<People> {
  const byId = new Map<string, Principal>();
  const byFormerName = new Map<string, Principal>();
  const disabled = new Set<string>();
  const seen = new Map<string, string>();
  let readUntil = BEGINNING;

  function know(principal: Principal): void {
    byId.set(principal.id, principal);
    if (principal.state === "disabled") disabled.add(principal.id);
    else disabled.delete(principal.id);
    if (principal.formerName !== null) byFormerName.set(principal.formerName, principal);
  }

  const people: People = {
    get: (idOrName) => byId.get(idOrName) ?? byFormerName.get(idOrName),
    show(idOrName) {
      const { id, name } = people.get(idOrName) ?? { id: idOrName, name: idOrName };
      return { id, name };
    },
    async find(id) {
      const known = byId.get(id);
      if (known) return known;
      const stored = await store.principals.get(id);
      if (stored) know(stored);
      return stored;
    },
    formerNames: () => new Map([...byFormerName].map(([name, { id }]) => [name, id])),
    calledIn(idOrName) {
      const meant = [...byId.values()].filter(({ id, name, formerName }) =>
        [id, name, formerName].includes(idOrName),
      );
      const calls = meant.flatMap(({ id, formerName }) => [
        id,
        ...(formerName ? [formerName] : []),
      ]);
      return calls.length > 0 ? calls : [idOrName];
    },
    someDisabled: () => disabled.size > 0,
    see(id, now) {
      seen.set(id, now);
    },
    seenAt: (id) => seen.get(id),
    takeSeen() {
      const changes = [...seen].map(([id, at]): Change => ({ type: "principal.seen", id, at }));
      seen.clear();
      return changes;
    },
    async refresh() {
      const begun = clock.now();
      for (const principal of await store.principals.changedSince(readUntil)) know(principal);
      readUntil = timestamp(Math.max(0, begun - OVERLAP_MS));
    },
    follow(changes) {
      for (const change of changes) {
        if (change.type === "principal.add" || change.type === "principal.put") {
          know(change.principal);
        } else if (change.type === "principal.seen") {
          const known = byId.get(change.id);
          if (known) know({ ...known, lastSeenAt: change.at });
        }
      }
    },
  };
  await people.refresh();
  return people;
}
