import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";
import { reused } from "./find-earlier-call.ts";

/**
 * Calls that run in this process right now: a second caller waits for the one run, and nobody takes
 * a call that still runs here for one that a crash cut off. Between processes, what makes a call
 * run once is the expectation on its stored state.
 */
export interface InFlight {
  once(invocation: Invocation, work: () => Promise<Outcome>): Promise<Outcome>;
}

type Running = { readonly invocation: Invocation; readonly outcome: Promise<Outcome> };

export function createInFlight(): InFlight {
  const running = new Map<string, Running>();

  return {
    async once(invocation, work) {
      const keys = [invocation.id];
      if (invocation.messageId) keys.push(`${invocation.actor}\n${invocation.messageId}`);
      for (const key of keys) {
        const earlier = running.get(key);
        if (!earlier) continue;
        if (!isSame(earlier.invocation, invocation)) throw reused(invocation.messageId ?? "");
        return earlier.outcome;
      }
      const outcome = work().finally(() => {
        for (const key of keys) running.delete(key);
      });
      for (const key of keys) running.set(key, { invocation, outcome });
      return outcome;
    },
  };
}

function isSame(one: Invocation, other: Invocation): boolean {
  return (
    one.id === other.id || (one.toolId === other.toolId && one.givenDigest === other.givenDigest)
  );
}
