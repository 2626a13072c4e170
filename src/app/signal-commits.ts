import type { JournalStage } from "../gate/secrets/journal-stages.ts";
import type { Change } from "../stores/journal.ts";
import type { SessionSignal, Signals } from "../stores/queue/signals.ts";

/** After every commit, tells the sessions that it touched: never before it is durable. */
export function signalCommits(signals: Signals): JournalStage {
  return {
    after(changes) {
      for (const [sessionId, happened] of touched(changes)) signals.notify(sessionId, happened);
    },
  };
}

function touched(changes: readonly Change[]): ReadonlyMap<string, SessionSignal> {
  const sessions = new Map<string, SessionSignal>();
  for (const change of changes) {
    if (change.type === "session.move") sessions.set(change.session.id, "state_changed");
    if (change.type === "spec.put" || change.type === "attachments.put") {
      sessions.set(change.sessionId, "state_changed");
    }
    if (change.type !== "event.add") continue;
    const { sessionId } = change.event;
    if (!sessions.has(sessionId)) sessions.set(sessionId, "events_added");
  }
  return sessions;
}
