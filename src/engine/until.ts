import { after } from "../base/deadlines.ts";
import type { SessionSignal, Signals } from "../stores/queue/signals.ts";

/**
 * Looks at once, then after every signal of the session that may make it hold, until it holds or the
 * time is over.
 */
export async function until(
  signals: Signals,
  sessionId: string,
  timeoutMs: number,
  holds: () => Promise<boolean>,
  mayMatter: (happened: SessionSignal) => boolean = () => true,
): Promise<boolean> {
  let woken = false;
  let wake = () => {
    woken = true;
  };
  const unsubscribe = signals.subscribe(sessionId, (happened) => {
    if (mayMatter(happened)) wake();
  });
  let over = timeoutMs <= 0;
  const callOff = after(timeoutMs, () => {
    over = true;
    wake();
  });
  try {
    for (;;) {
      woken = false;
      if (await holds()) return true;
      if (over) return false;
      // A signal during the look counts: look again instead of waiting for the next.
      if (!woken) await new Promise<void>((resolve) => (wake = resolve));
      wake = () => {
        woken = true;
      };
    }
  } finally {
    callOff();
    unsubscribe();
  }
}
