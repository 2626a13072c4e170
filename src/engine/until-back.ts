import { setTimeout as delay } from "node:timers/promises";
import type { Call } from "../gate/call.ts";
import { invoke } from "../gate/invoke.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Engine } from "./engine.ts";

const LOOK_MS = 50;

/**
 * A skill of a turn handed over: the turn waits until it is back, or until somebody has to be asked.
 * Whoever takes the turn up after a crash waits in the same way.
 */
export async function untilBack(engine: Engine, call: Call, handed: Outcome): Promise<Outcome> {
  const { invocations } = engine.gate.store;
  let outcome = handed;
  while (outcome.state === "delegating" && !call.signal?.aborted && !engine.drain.requested) {
    await delay(LOOK_MS);
    const now = await invocations.get(outcome.invocationId);
    if (now?.state !== "delegating") outcome = await invoke(engine.gate, call);
  }
  return outcome;
}
