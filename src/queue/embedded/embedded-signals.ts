import type { Signals } from "../../ports/signals.ts";
import { createListeners } from "../listeners.ts";

/** Signals inside one process. */
export function createEmbeddedSignals(): Signals {
  const listeners = createListeners<undefined>();
  return {
    notify: (sessionId) => listeners.tell(sessionId, undefined),
    subscribe: (sessionId, listener) => listeners.add(sessionId, () => listener()),
  };
}
