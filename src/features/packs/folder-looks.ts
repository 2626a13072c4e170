import { createBoundedMap } from "../../base/bounded-map.ts";
import { after } from "../../base/deadlines.ts";
import type { Pack } from "../../schema/pack.ts";
import { type CompareShelf, compareFolder } from "./compare-packs.ts";
import { stampFolder } from "./stamp-folder.ts";

export type FolderLooks = {
  /** Ids of those whose folder is another than what was taken in, as far as is known in time. */
  changed(packs: readonly Pack[]): Promise<ReadonlySet<string>>;
};

type Look = { readonly of: string; readonly stamp: string; readonly changed: boolean };

const MAX_KEPT = 5_000;
const AT_ONCE = 8;
/** A list does not wait longer; what is found out later is in the next one. */
const WAIT_MS = 500;

/**
 * Looks at the folders of many packs. A folder is read once, and again only when something in it was
 * written since: a list of a thousand packs asks the disk for times, and reads no file.
 */
export function createFolderLooks(
  shelf: CompareShelf,
  { waitMs = WAIT_MS, stampOf = stampFolder } = {},
): FolderLooks {
  const known = createBoundedMap<string, Look>(MAX_KEPT);
  const pending = new Map<string, Promise<void>>();
  const queue: (() => void)[] = [];
  let free = AT_ONCE;

  async function look(pack: Pack): Promise<void> {
    if (pack.path === null) return;
    // Before it is read: what is written meanwhile has another stamp the next time.
    const stamp = await stampOf(pack.path);
    const before = known.get(pack.id);
    if (before?.of === versionOf(pack) && before.stamp === stamp) return;
    const { changed } = await compareFolder(shelf, pack);
    known.set(pack.id, { of: versionOf(pack), stamp, changed });
  }

  /** A few at a time, and each once, whoever asks. */
  async function lookInTurn(pack: Pack): Promise<void> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      await look(pack);
    } catch {
      // One that cannot be looked at stays what it was known to be.
    } finally {
      pending.delete(pack.id);
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  }

  return {
    async changed(packs) {
      const looks = packs.map((pack) => {
        const one = pending.get(pack.id) ?? lookInTurn(pack);
        pending.set(pack.id, one);
        return one;
      });
      await withinTime(Promise.all(looks), waitMs);
      const isChanged = (pack: Pack) => {
        const last = known.get(pack.id);
        return last?.of === versionOf(pack) && last.changed;
      };
      return new Set(packs.filter(isChanged).map(({ id }) => id));
    },
  };
}

function versionOf({ digest, path, wantedEntryDoc }: Pack): string {
  return JSON.stringify([digest, path, wantedEntryDoc]);
}

async function withinTime(work: Promise<unknown>, ms: number): Promise<void> {
  let callOff = () => {};
  const late = new Promise<void>((resolve) => {
    callOff = after(ms, resolve);
  });
  await Promise.race([work, late]);
  callOff();
}
