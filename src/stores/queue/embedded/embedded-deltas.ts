import type { Delta, Deltas, ProgressDelta } from "../deltas.ts";
import { createListeners } from "../listeners.ts";

/** Inside one process. */
export function createEmbeddedDeltas(): Deltas {
  const listeners = createListeners<Delta | ProgressDelta>();
  return {
    tell: (delta) => listeners.tell(delta.sessionId, delta),
    listen: listeners.add,
  };
}
