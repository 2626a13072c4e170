import { after } from "../../base/deadlines.ts";
import type { ProcessEnd } from "../../ports/sandbox.ts";
import type { Held } from "./warm-processes.ts";

/**
 * Uses a process that may have been started long ago: the time that it has begins now, and ends it
 * together with whatever is done with it. Answers when it is gone.
 */
export async function useProcess<T>(
  { process, kill }: Held,
  { wallMs, signal }: { readonly wallMs: number; readonly signal: AbortSignal },
  work: () => Promise<T>,
): Promise<{ readonly done: T; readonly end: ProcessEnd }> {
  let timedOut = false;
  const callOff = after(wallMs, () => {
    timedOut = true;
    kill();
  });
  if (signal.aborted) kill();
  signal.addEventListener("abort", kill, { once: true });
  try {
    const [done, end] = await Promise.all([work(), process.end]);
    return { done, end: { ...end, timedOut: timedOut || end.timedOut } };
  } finally {
    callOff();
    signal.removeEventListener("abort", kill);
  }
}
