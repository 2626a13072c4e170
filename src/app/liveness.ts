import { timestamp } from "../base/clock.ts";
import type { Gate } from "../gate/gate.ts";

const EVERY_MS = 3_000;
/** Five beats: one that is late for this long has no lease any more either. */
const LATE_MS = 15_000;

const nameOf = (owner: string) => `owner:${owner}`;

/**
 * Processes that share a store say that they live, so that nobody takes a call from one that runs
 * it: an intent without an outcome is an orphan only when its owner is dead.
 */
export function createLiveness({ store, clock, owner }: Pick<Gate, "store" | "clock" | "owner">) {
  const note = (value: string) =>
    store.journal.commit("owner.beat", [{ type: "note.put", name: nameOf(owner), value }]);
  return {
    everyMs: EVERY_MS,
    beat: () => note(timestamp(clock.now())),
    /** Told on the way out, so that nobody waits for this one. */
    end: () => note(""),
    async isAlive(other: string): Promise<boolean> {
      const last = await store.system.note(nameOf(other));
      return last !== undefined && last !== "" && Date.parse(last) > clock.now() - LATE_MS;
    },
  };
}
