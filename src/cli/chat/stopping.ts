import type { Io } from "../command.ts";

/** What Ctrl+C does, while no question stands there that it could answer. */
export type Stopping = {
  /** Aborted when the person leaves. */
  readonly left: AbortSignal;
  /** While this runs, the first Ctrl+C cancels it and the next one leaves. */
  during<T>(cancel: () => Promise<void>, work: Promise<T>): Promise<T>;
};

export function createStopping(io: Io): Stopping {
  const leaving = new AbortController();
  let cancel: (() => Promise<void>) | undefined;
  io.onInterrupt(() => {
    const stop = cancel;
    cancel = undefined;
    if (stop) void stop();
    else leaving.abort();
  });
  return {
    left: leaving.signal,
    async during(how, work) {
      cancel = how;
      try {
        return await work;
      } finally {
        cancel = undefined;
      }
    },
  };
}
