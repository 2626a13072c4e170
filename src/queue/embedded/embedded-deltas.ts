import type { Delta, Deltas } from "../../ports/deltas.ts";

/** Inside one process. */
export function createEmbeddedDeltas(): Deltas {
  const listeners = new Map<string, Set<(delta: Delta) => void>>();

  return {
    tell(delta) {
      for (const listener of listeners.get(delta.sessionId) ?? []) listener(delta);
    },
    listen(sessionId, listener) {
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
