/** Lets so many in at once; others wait in order, and not more than `maxWaiting` of them. */
export interface Slots {
  /** Resolves to what gives the place back. Rejects when too many wait, or with the signal's reason. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSlots(most: number, maxWaiting: number): Slots {
  const waiting: (() => void)[] = [];
  let taken = 0;

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else taken -= 1;
  }

  function once(): () => void {
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      release();
    };
  }

  return {
    async take(signal) {
      signal.throwIfAborted();
      if (taken < most) {
        taken += 1;
        return once();
      }
      if (waiting.length >= maxWaiting) throw new Error(`${maxWaiting} calls wait for it already.`);
      return new Promise((resolve, reject) => {
        const onAbort = () => {
          const at = waiting.indexOf(enter);
          if (at >= 0) waiting.splice(at, 1);
          reject(signal.reason);
        };
        const enter = () => {
          signal.removeEventListener("abort", onAbort);
          resolve(once());
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.push(enter);
      });
    },
  };
}
