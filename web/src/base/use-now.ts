import { useSyncExternalStore } from "react";

/** One clock for all relative times on the page, so that hundreds of them cost one timer. */
function createTicker(everyMs: number) {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    now = Date.now();
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      if (timer === undefined) {
        now = Date.now();
        timer = setInterval(tick, everyMs);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    read: () => now,
  };
}

const slow = createTicker(10_000);
const fast = createTicker(1_000);

export function useNow(pace: "slow" | "fast" = "slow"): number {
  const { subscribe, read } = pace === "slow" ? slow : fast;
  return useSyncExternalStore(subscribe, read);
}
