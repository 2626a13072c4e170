import { type Clock, timestamp } from "../../base/clock.ts";
import { CapstanError } from "../../base/errors.ts";
import { ChangeSet, type ChangeSetState, firstRemarks } from "../../schema/change-set.ts";
import type { Change as Write } from "../../stores/journal.ts";
import type { Store } from "../../stores/store.ts";
import type { ChangeSetRows } from "../changes.ts";

type Options = {
  readonly store: Pick<Store, "journal" | "changeSets">;
  readonly clock: Clock;
  readonly machine: string;
  /** What is written in the same step, so that a crash leaves both or neither: events and records. */
  readonly alongside?: (set: ChangeSet, to: ChangeSetState) => readonly Write[];
};

/** The rows of a machine's change sets, in the store. Every step lasts from the moment that it is answered. */
export function createStoredRows({
  store: { journal, changeSets },
  clock,
  machine,
  alongside = () => [],
}: Options): ChangeSetRows {
  async function get(id: string): Promise<ChangeSet | undefined> {
    const set = await changeSets.get(id);
    return set?.machine === machine ? set : undefined;
  }

  return {
    get,
    async add(set) {
      // A row over its bounds would be stored, and could never be read.
      const checked = ChangeSet.parse(set);
      await journal.commit("change_set.keep", [{ type: "change_set.add", set: checked }], "now");
    },
    async move(id, from, to, all = []) {
      const set = await get(id);
      if (!set) throw new CapstanError("STATE_CONFLICT", "There is no such change set.");
      const { items: conflicts, total: conflictCount } = firstRemarks(all);
      const { sessionId } = set;
      const at = timestamp(clock.now());
      const states = { expect: from, to };
      const told = { conflicts, conflictCount };
      const moved: Write = { type: "change_set.move", id, sessionId, ...states, ...told, at };
      await journal.commit(`change_set.${to}`, [moved, ...alongside(set, to)], "now");
    },
    applying: () => changeSets.applying(machine),
  };
}
