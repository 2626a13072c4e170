import type { TypedEvent } from "../../schema/event-data.ts";
import type { Delta, ProgressDelta } from "../../stores/queue/deltas.ts";
import type { Engine } from "../engine.ts";
import { createWaker } from "../waker.ts";

const BATCH = 500;
const MAX_WAITING = 1_000;
/** A signal of another process may be lost with its connection. */
const LOOK_AGAIN_MS = 5_000;

/** What happened in a session after a sequence, then what happens, until the signal ends it. */
export async function* followEvents(
  { gate, signals, deltas }: Engine,
  sessionId: string,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<TypedEvent | Delta | ProgressDelta> {
  const waker = createWaker();
  const written: (Delta | ProgressDelta)[] = [];
  let mayHaveGrown = true;
  const ends = [
    signals.subscribe(sessionId, () => {
      mayHaveGrown = true;
      waker.wake();
    }),
    deltas.listen(sessionId, (delta) => {
      // Who reads too slowly misses pieces of what is being written, and nothing that is stored.
      if (written.push(delta) > MAX_WAITING) written.shift();
      waker.wake();
    }),
  ];
  signal.addEventListener("abort", waker.wake, { once: true });
  try {
    let since = from;
    while (!signal.aborted) {
      yield* written.splice(0);
      if (mayHaveGrown) {
        mayHaveGrown = false;
        const page = { since, limit: BATCH, offset: 0 };
        const { items } = await gate.store.sessions.events(sessionId, page);
        // Their data was checked by the compiler where they were made.
        yield* items as readonly TypedEvent[];
        since = items.at(-1)?.sequence ?? since;
        mayHaveGrown ||= items.length === BATCH;
      }
      if (mayHaveGrown || written.length > 0 || signal.aborted) continue;
      if (!(await waker.next(LOOK_AGAIN_MS))) mayHaveGrown = true;
    }
  } finally {
    signal.removeEventListener("abort", waker.wake);
    for (const end of ends) end();
  }
}
