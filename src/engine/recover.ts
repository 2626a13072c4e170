import { askLeftOver } from "../gate/approvals/ask-left-over.ts";
import { findInvocation } from "../gate/find-invocation.ts";
import { resume } from "../gate/invoke.ts";
import { turnRuns } from "../gate/turn-runs.ts";
import type { Engine } from "./engine.ts";

/** After a start: takes up every session that has work, and what calls left behind. */
export async function recover(engine: Engine): Promise<void> {
  const { gate, queue } = engine;
  for (const id of await gate.store.sessions.listUnfinished()) queue.push(id, true);
  await settleOrphans(engine);
}

/** What a turn left that was cancelled here while the store was away: its process lives, and no turn asks. */
export async function settleCancelled({ gate, report }: Engine, sessionId: string): Promise<void> {
  for (const { invocationId, owner, status } of await gate.store.invocations.listOpen()) {
    if (status !== "intended" || owner !== gate.owner) continue;
    const invocation = await findInvocation(gate.store, invocationId);
    // A call beside the turn may be running still.
    if (invocation?.sessionId !== sessionId || invocation.position === null) continue;
    if (!(await turnRuns(gate, invocation))) resume(gate, invocation, null).catch(report);
  }
}

/**
 * Settles what calls left behind when their process died, and no turn settles. That may wait for
 * `start_before`, so nobody waits for it.
 */
export async function settleOrphans({ gate, report }: Engine): Promise<void> {
  for (const { invocationId, owner } of await gate.store.invocations.listOrphans(gate.owner)) {
    if (await gate.isAlive(owner)) continue;
    const invocation = await findInvocation(gate.store, invocationId);
    if (!invocation || (await turnRuns(gate, invocation))) continue;
    resume(gate, invocation, null).catch(report);
  }
  await askLeftOver(gate);
}
