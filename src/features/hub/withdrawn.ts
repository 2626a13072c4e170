import type { Execution } from "../../schema/execution.ts";
import type { HubInstall } from "../../schema/hub-trust.ts";
import type { Change } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";

/** Bundles that their publishers took back: nothing of them runs, whoever still has them. */
export interface WithdrawnBundles {
  /** Why the bundle of this digest does not run; undefined where it may. */
  why(digest: string): string | undefined;
  /** Reads the store again: others may have written. */
  refresh(): Promise<void>;
  /** What this process has just written. */
  follow(changes: readonly Change[]): void;
}

export async function openWithdrawn(store: Pick<Store, "hub">): Promise<WithdrawnBundles> {
  let installs = new Map<string, HubInstall>();
  let reasons = new Map<string, string>();
  const arrange = () => {
    reasons = new Map(
      [...installs.values()].flatMap((one): [string, string][] => {
        const said = whyWithdrawn(one);
        return said === undefined ? [] : [[one.digest, said]];
      }),
    );
  };
  const book: WithdrawnBundles = {
    why: (digest) => reasons.get(digest),
    async refresh() {
      installs = new Map((await store.hub.installs()).map((one) => [one.id, one]));
      arrange();
    },
    follow(changes) {
      let changed = false;
      for (const change of changes) {
        if (change.type === "hub_install.put") installs.set(change.install.id, change.install);
        else if (change.type === "hub_install.remove") installs.delete(change.id);
        else continue;
        changed = true;
      }
      if (changed) arrange();
    },
  };
  await book.refresh();
  return book;
}

/** In a sentence, with what to do. */
function whyWithdrawn({ id, version, withdrawn }: HubInstall): string | undefined {
  if (withdrawn === null) return undefined;
  return `${id}@${version} was withdrawn by its publisher: ${withdrawn} Update it: capstan hub install ${id}. Or remove it: capstan hub remove ${id}.`;
}

/** The same for a tool, by the bundle that it runs from. */
export function whyNotRun(
  withdrawn: Pick<WithdrawnBundles, "why">,
  { bundle }: Execution,
): string | undefined {
  return typeof bundle === "string" ? withdrawn.why(bundle) : undefined;
}
