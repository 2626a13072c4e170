import type { Change } from "../ports/journal.ts";
import type { Signals } from "../ports/signals.ts";
import type { Store } from "../ports/store.ts";

/** After every commit, tells the sessions that it touched: never before it is durable. */
export function signalCommits(store: Store, signals: Signals): Store {
  return {
    ...store,
    journal: {
      async commit(step, changes) {
        await store.journal.commit(step, changes);
        let told: string | null = null;
        for (const change of changes) {
          const sessionId = sessionOf(change);
          if (sessionId !== null && sessionId !== told) signals.notify(sessionId);
          told = sessionId ?? told;
        }
      },
    },
  };
}

function sessionOf(change: Change): string | null {
  if (change.type === "event.add") return change.event.sessionId;
  return change.type === "session.move" ? change.session.id : null;
}
