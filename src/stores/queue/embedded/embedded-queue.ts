import type { Queue, Work } from "../queue.ts";

/**
 * The queue of a single process. It may forget everything at any time: what has work is derived
 * from the store when the process starts again.
 */
export function createEmbeddedQueue(concurrency = 32): Queue {
  const waiting = new Set<string>();
  /** Of those that wait. */
  const leftBehind = new Set<string>();
  const running = new Map<string, { again: boolean }>();
  const stopping: (() => void)[] = [];
  let work: Work | undefined;

  function pump(): void {
    for (const sessionId of waiting) {
      if (!work || running.size >= concurrency) return;
      waiting.delete(sessionId);
      void run(sessionId, work);
    }
  }

  async function run(sessionId: string, job: Work): Promise<void> {
    const state = { again: false };
    running.set(sessionId, state);
    try {
      await job(sessionId, leftBehind.delete(sessionId));
    } catch {
      // Work reports its own errors. One that gets out must not end the process.
    }
    running.delete(sessionId);
    if (state.again) waiting.add(sessionId);
    pump();
    if (running.size === 0) for (const resolve of stopping.splice(0)) resolve();
  }

  return {
    push(sessionId, isLeftBehind = false) {
      const state = running.get(sessionId);
      if (state) state.again = true;
      else {
        waiting.add(sessionId);
        if (isLeftBehind) leftBehind.add(sessionId);
      }
      pump();
    },
    start(job) {
      work = job;
      pump();
    },
    async stop() {
      work = undefined;
      if (running.size > 0) await new Promise<void>((resolve) => stopping.push(resolve));
    },
    get depth() {
      return waiting.size + running.size;
    },
    get busy() {
      return running.size > 0 || (work !== undefined && waiting.size > 0);
    },
  };
}
