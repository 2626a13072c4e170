/** What is to be done if something takes too long. Returns how to call it off. */
export type Deadlines = { after(ms: number, late: () => void): () => void };

type Deadline = { readonly at: number; readonly late: () => void };

/**
 * Deadlines that share a timer, which looks at all of them every `tickMs`: each comes late by that at
 * most. Nearly all are called off, and a timer of its own for each took 10 of 340 µs of a call.
 */
export function createDeadlines(tickMs: number): Deadlines {
  const waiting = new Set<Deadline>();
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    const now = performance.now();
    for (const deadline of waiting) {
      if (deadline.at > now) continue;
      waiting.delete(deadline);
      deadline.late();
    }
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  return {
    after(ms, late) {
      const deadline = { at: performance.now() + ms, late };
      waiting.add(deadline);
      // A process that waits for one stays alive; one that waits for none may end.
      if (timer) timer.ref();
      else timer = setInterval(tick, tickMs);
      return () => {
        waiting.delete(deadline);
        if (waiting.size === 0) timer?.unref();
      };
    },
  };
}

const LONG_MS = 1_000;
const long = createDeadlines(100);

/** One deadline: to the millisecond below a second, to a tenth of a second above. */
export function after(ms: number, late: () => void): () => void {
  if (ms >= LONG_MS) return long.after(ms, late);
  const timer = setTimeout(late, ms);
  return () => clearTimeout(timer);
}
