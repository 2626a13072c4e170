/** Counts what happened in the last minute, for each key. */
export interface Recent {
  /** Whether there were fewer than `limit`. */
  hasRoom(key: string, limit: number, now: number): boolean;
  /** False, and nothing is counted, when there were `limit` already. */
  take(key: string, limit: number, now: number): boolean;
}

const WINDOW_MS = 60_000;
const MAX_KEYS = 10_000;

export function createRecent(): Recent {
  const times = new Map<string, number[]>();

  /** Keys come from outside; those that have gone quiet are let go. */
  function sweep(now: number): void {
    for (const [key, taken] of times) {
      if ((taken.at(-1) ?? 0) <= now - WINDOW_MS) times.delete(key);
    }
  }

  const lately = (key: string, now: number) =>
    (times.get(key) ?? []).filter((time) => time > now - WINDOW_MS);

  return {
    hasRoom: (key, limit, now) => lately(key, now).length < limit,
    take(key, limit, now) {
      if (times.size >= MAX_KEYS) sweep(now);
      const taken = lately(key, now);
      const free = taken.length < limit;
      if (free) taken.push(now);
      times.set(key, taken);
      return free;
    },
  };
}
