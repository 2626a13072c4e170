import type { Change } from "../ports/journal.ts";
import type { Store } from "../ports/store.ts";

const MAX_KEPT = 1_000;

/** Nothing that is kept here is changed by these. */
const ELSEWHERE: ReadonlySet<Change["type"]> = new Set([
  "message.add",
  "place.expect",
  "invocation.put",
  "ledger.put",
  "ledger.clear",
  "approval.put",
  "event.add",
  "audit.add",
]);

/**
 * Keeps what a turn reads at every step: its session, its agent, its memory. Only for a store that
 * no other process writes to. A commit must write before it first waits, as SQLite's does: what it
 * touches is forgotten in the same moment.
 */
export function rememberReads(store: Store): Store {
  const sessions = createKept(store.sessions.get);
  const agents = createKept(store.agents.get);
  const contexts = createKept(store.contexts.get);

  function forgetAll(): void {
    for (const kept of [sessions, agents, contexts]) kept.clear();
  }

  function forget(change: Change): void {
    if (ELSEWHERE.has(change.type)) return;
    if (change.type === "session.move") sessions.forget(change.session.id);
    else if (change.type === "message.accept") sessions.forget(change.message.sessionId);
    // The rest is rare.
    else forgetAll();
  }

  return {
    ...store,
    sessions: { ...store.sessions, get: sessions.get },
    agents: { ...store.agents, get: agents.get },
    contexts: { ...store.contexts, get: contexts.get },
    journal: {
      async commit(step, changes, durable) {
        const written = store.journal.commit(step, changes, durable);
        for (const change of changes) forget(change);
        try {
          await written;
        } catch (error) {
          // What was expected was perhaps not what is stored.
          forgetAll();
          throw error;
        }
      },
    },
  };
}

function createKept<T>(read: (id: string) => Promise<T>) {
  const kept = new Map<string, Promise<T>>();
  const forget = (id: string) => void kept.delete(id);
  return {
    get(id: string): Promise<T> {
      const known = kept.get(id);
      if (known) return known;
      const [oldest] = kept.keys();
      if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      // The promise itself: a value that comes after a commit must not be kept.
      const reading = read(id);
      kept.set(id, reading);
      reading.catch(() => forget(id));
      return reading;
    },
    forget,
    clear: () => kept.clear(),
  };
}
