import type { Clock } from "../base/clock.ts";

export type ManualClock = Clock & { advance(ms: number): void };

/** Stands still until it is moved. */
export function createManualClock(startMs = Date.parse("2026-01-02T03:04:05.000Z")): ManualClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance(ms) {
      nowMs += ms;
    },
  };
}
