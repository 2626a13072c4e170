import { findInvocation } from "../runtime/find-invocation.ts";
import { resume } from "../runtime/invoke.ts";
import type { Engine } from "./engine.ts";

/**
 * After a start: takes up every session that has work, and settles what calls outside a turn left
 * behind. The latter may wait for `start_before`, so nobody waits for them.
 */
export async function recover(engine: Engine): Promise<void> {
  const { gate, queue, report } = engine;
  for (const sessionId of await gate.store.sessions.listUnfinished()) queue.push(sessionId);
  for (const { invocationId } of await gate.store.invocations.listOrphans(gate.owner)) {
    const invocation = await findInvocation(gate.store, invocationId);
    if (invocation?.position !== null) continue;
    resume(gate, invocation, null).catch(report);
  }
}
