import { createListeners } from "../listeners.ts";
import type { SessionSignal, Signals } from "../signals.ts";

/** Signals inside one process. */
export function createEmbeddedSignals(): Signals {
  const listeners = createListeners<SessionSignal>();
  return {
    notify: (sessionId, happened) => listeners.tell(sessionId, happened),
    // A function of its own: one that subscribes twice hears everything twice.
    subscribe: (sessionId, listener) => listeners.add(sessionId, (happened) => listener(happened)),
  };
}
