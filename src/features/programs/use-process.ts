import { createTimeLimit, type TimeLimit } from "../../gate/time-limit.ts";
import type { ProcessEnd } from "../../sandbox/sandbox.ts";
import type { Held } from "./warm-processes.ts";

type Bounds = { readonly wallMs: number; readonly signal: AbortSignal };

/**
 * Uses a process that may have been started long ago: the time that it has begins now, and ends it
 * together with whatever is done with it. Answers when it is gone.
 */
export async function useProcess<T>(
  held: Held,
  bounds: Bounds,
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly end: ProcessEnd }> {
  const { done, timedOut } = await withinBounds(held, bounds, () =>
    Promise.all([work(), held.process.end]),
  );
  const [answer, end] = done;
  return { done: answer, end: { ...end, timedOut: timedOut || end.timedOut } };
}

/**
 * The same, for one who says when it is over: what ends the process must come before that. Its time
 * stands still while it waits for an answer of Capstan.
 */
export async function withinBounds<T>(
  { kill }: Held,
  { wallMs, signal }: Bounds,
  work: (pauseFor: TimeLimit["pauseFor"]) => Promise<T>,
): Promise<{ readonly done: T; readonly timedOut: boolean }> {
  let timedOut = false;
  const limit = createTimeLimit(wallMs, () => {
    timedOut = true;
    kill();
  });
  if (signal.aborted) kill();
  signal.addEventListener("abort", kill, { once: true });
  try {
    const done = await work(limit.pauseFor);
    return { done, timedOut };
  } finally {
    limit.end();
    signal.removeEventListener("abort", kill);
  }
}
