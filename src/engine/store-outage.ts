import { setTimeout as delay } from "node:timers/promises";
import { CapstanError } from "../base/errors.ts";
import type { Engine } from "./engine.ts";

const RETRY_MS = 250;
/** A store that answers, and still fails a turn this often in a row, will not take it. */
const MAX_FAILURES = 40;
const IN_A_ROW_MS = 10_000;

/**
 * A turn outlives its store's failures: to end it would leave an effect whose outcome could not be
 * recorded unasked about. When the store answers again, the turn goes on from what is stored.
 */
export function watchStoreOutage({ gate, drain, report }: Engine) {
  let failures = 0;
  let last = 0;

  async function untilBack(): Promise<void> {
    while (!drain.requested) {
      await delay(RETRY_MS);
      try {
        await gate.store.ping();
        return;
      } catch {
        // Still away.
      }
    }
  }

  return {
    /** False when this error will not go away. */
    async outlasts(error: unknown): Promise<boolean> {
      if (!(error instanceof CapstanError) || error.code !== "STORE_UNAVAILABLE") return false;
      failures = gate.clock.now() - last > IN_A_ROW_MS ? 1 : failures + 1;
      if (failures > MAX_FAILURES) return false;
      report(error);
      await untilBack();
      last = gate.clock.now();
      return true;
    },
  };
}
