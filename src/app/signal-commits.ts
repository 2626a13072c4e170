import type { Change } from "../ports/journal.ts";
import type { Happened, Signals } from "../ports/signals.ts";
import type { Store } from "../ports/store.ts";

/** After every commit, tells the sessions that it touched: never before it is durable. */
export function signalCommits(store: Store, signals: Signals): Store {
  return {
    ...store,
    journal: {
      ...store.journal,
      async commit(step, changes, durable) {
        await store.journal.commit(step, changes, durable);
        for (const [sessionId, happened] of touched(changes)) signals.notify(sessionId, happened);
      },
    },
  };
}

function touched(changes: readonly Change[]): ReadonlyMap<string, Happened> {
  const sessions = new Map<string, Happened>();
  for (const change of changes) {
    if (change.type === "session.move") sessions.set(change.session.id, "moved");
    if (change.type === "spec.put") sessions.set(change.sessionId, "moved");
    if (change.type !== "event.add") continue;
    const { sessionId } = change.event;
    if (!sessions.has(sessionId)) sessions.set(sessionId, "grew");
  }
  return sessions;
}
