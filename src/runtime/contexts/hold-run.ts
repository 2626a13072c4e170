import { timestamp } from "../../ports/clock.ts";
import type { Change } from "../../ports/journal.ts";
import type { LedgerEntry } from "../../schema/ledger-entry.ts";
import type { Attempt } from "../call.ts";
import type { Gate } from "../gate.ts";

/**
 * What a turn that claimed nothing remembers, as one that has its run to itself: it claims the run as it
 * begins to write, and lets it go as it ends. A turn that others claimed keeps this one away, and who
 * claims at the same moment waits for it and finds the version that it wrote.
 */
export function holdRun(
  gate: Pick<Gate, "clock" | "owner">,
  { memory, ledger, invocation }: Attempt,
  changes: Change[],
): Change[] {
  const contextId = memory?.contextId ?? null;
  if (ledger || contextId === null) return changes;
  const now = timestamp(gate.clock.now());
  const entry: LedgerEntry = {
    invocationId: invocation.id,
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
    { type: "ledger.clear", invocationId: invocation.id, expect: entry },
  ];
}
