import { timestamp } from "../../../base/clock.ts";
import type { Gate } from "../../../gate/gate.ts";
import type { LedgerEntry } from "../../../schema/ledger-entry.ts";
import type { Change } from "../../../stores/journal.ts";

/**
 * Changes of a run that no turn has claimed, made as by one that has the run to itself: it is claimed as
 * they begin and let go as they end. A turn that others claimed keeps them away, and who claims at the
 * same moment waits for them and finds the version that they wrote.
 */
export function holdRun(
  gate: Pick<Gate, "clock" | "owner">,
  {
    contextId,
    ...call
  }: {
    readonly contextId: string;
    readonly invocationId: string;
    readonly sessionId: string | null;
  },
  changes: readonly Change[],
): Change[] {
  const now = timestamp(gate.clock.now());
  const entry: LedgerEntry = {
    ...call,
    status: "intended",
    attempt: 1,
    owner: gate.owner,
    startBefore: now,
    intendedAt: now,
    invocation: null,
    contextId,
  };
  return [
    { type: "ledger.put", entry, expect: null },
    ...changes,
    { type: "ledger.clear", ...call, expect: entry },
  ];
}
