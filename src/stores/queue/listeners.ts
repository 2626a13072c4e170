/** Listeners by session. A session that nobody listens to takes no memory. */
export function createListeners<T>() {
  const bySession = new Map<string, Set<(value: T) => void>>();
  return {
    get size() {
      return bySession.size;
    },
    sessions: () => [...bySession.keys()],
    tell(sessionId: string, value: T): void {
      for (const listener of bySession.get(sessionId) ?? []) listener(value);
    },
    /** Returns the function that ends it. */
    add(sessionId: string, listener: (value: T) => void): () => void {
      const ofSession = bySession.get(sessionId) ?? new Set();
      bySession.set(sessionId, ofSession.add(listener));
      return () => {
        ofSession.delete(listener);
        if (ofSession.size === 0 && bySession.get(sessionId) === ofSession) {
          bySession.delete(sessionId);
        }
      };
    },
  };
}
