import type { Signals } from "../../ports/signals.ts";

/** Signals inside one process. */
export function createEmbeddedSignals(): Signals {
  const listeners = new Map<string, Set<() => void>>();

  return {
    notify(sessionId) {
      for (const listener of listeners.get(sessionId) ?? []) listener();
    },
    subscribe(sessionId, listener) {
      const ofSession = listeners.get(sessionId) ?? new Set();
      listeners.set(sessionId, ofSession.add(listener));
      return () => {
        ofSession.delete(listener);
        if (ofSession.size === 0 && listeners.get(sessionId) === ofSession) {
          listeners.delete(sessionId);
        }
      };
    },
  };
}
