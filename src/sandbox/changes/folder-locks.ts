import { type Clock, timestamp } from "../../base/clock.ts";
import { isConflict } from "../../base/errors.ts";
import type { Journal, Change as Write } from "../../stores/journal.ts";
import type { FolderLocks } from "../changes.ts";
import { isWithin } from "./byte-path.ts";

type Options = {
  readonly journal: Pick<Journal, "commit">;
  readonly clock: Clock;
  readonly machine: string;
  /** Where no other process can hold one, one that is found was left by a process that died. */
  readonly isShared: boolean;
  readonly newHolder: () => string;
  /** After so long without a word its holder counts as dead. */
  readonly leaseMs?: number;
};

const LEASE_MS = 20_000;
const NEVER = "9999-12-31T23:59:59.999Z";

/** Locks of folders of one machine, in the store: whoever shares it keeps out of the others' way. */
export function createFolderLocks(options: Options): FolderLocks {
  const { journal, clock, machine, isShared, newHolder, leaseMs = LEASE_MS } = options;
  /** Those of this process, which knows them without the store. */
  const held = new Set<string>();

  async function takeInStore(root: string, holder: string): Promise<boolean> {
    const now = clock.now();
    const expiresAt = timestamp(now + leaseMs);
    const lock = { machine, root, holder, now: isShared ? timestamp(now) : NEVER, expiresAt };
    try {
      await journal.commit("folder_lock.take", [{ type: "folder_lock.take", ...lock }], "later");
      return true;
    } catch (error) {
      if (isConflict(error)) return false;
      throw error;
    }
  }

  /** A store that fails is not waited for: a lock ends by itself. */
  async function tell(change: Write): Promise<void> {
    await journal.commit("folder_lock.tell", [change], "later").catch(() => {});
  }

  return {
    async take(root, setId) {
      if ([...held].some((other) => isWithin(root, other) || isWithin(other, root))) return;
      held.add(root);
      const holder = `${setId} ${newHolder()}`;
      let isTaken = false;
      try {
        isTaken = await takeInStore(root, holder);
      } finally {
        if (!isTaken) held.delete(root);
      }
      if (!isTaken) return;
      const of = { machine, root, holder };
      const renewing = setInterval(() => {
        const expiresAt = timestamp(clock.now() + leaseMs);
        void tell({ type: "folder_lock.renew", ...of, expiresAt });
      }, leaseMs / 4).unref();
      return {
        async release() {
          clearInterval(renewing);
          await tell({ type: "folder_lock.release", ...of });
          held.delete(root);
        },
      };
    },
  };
}
