import { after } from "../base/deadlines.ts";

export type TimeLimit = {
  /** Stands still until the promise settles, however many do at once. */
  pauseFor<T>(waiting: () => Promise<T>): Promise<T>;
  /** Called off: nothing happens when the time is over. */
  end(): void;
};

/** The time that a tool may take in all. It stands still while a person or a model is asked. */
export function createTimeLimit(ms: number, over: () => void): TimeLimit {
  let leftMs = ms;
  let since = performance.now();
  let pauses = 0;
  let isEnded = false;
  let callOff = after(leftMs, over);

  return {
    async pauseFor(waiting) {
      if (pauses === 0) {
        callOff();
        leftMs -= performance.now() - since;
      }
      pauses += 1;
      try {
        return await waiting();
      } finally {
        pauses -= 1;
        if (pauses === 0 && !isEnded) {
          since = performance.now();
          callOff = after(Math.max(leftMs, 0), over);
        }
      }
    },
    end() {
      isEnded = true;
      callOff();
    },
  };
}
