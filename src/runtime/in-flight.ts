import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";

/**
 * Calls that run in this process right now: a second caller waits for the one run, and nobody takes
 * a call that still runs here for one that a crash cut off. Between processes, what makes a call
 * run once is the expectation on its stored state.
 */
export interface InFlight {
  once(invocation: Invocation, work: () => Promise<Outcome>): Promise<Outcome>;
}

export function createInFlight(): InFlight {
  const running = new Map<string, Promise<Outcome>>();

  return {
    once(invocation, work) {
      const keys = [invocation.id];
      if (invocation.messageId) keys.push(`${invocation.actor}\n${invocation.messageId}`);
      for (const key of keys) {
        const earlier = running.get(key);
        if (earlier) return earlier;
      }
      const outcome = work().finally(() => {
        for (const key of keys) running.delete(key);
      });
      for (const key of keys) running.set(key, outcome);
      return outcome;
    },
  };
}
