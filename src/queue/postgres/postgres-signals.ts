import { randomUUID } from "node:crypto";
import type { Signals } from "../../ports/signals.ts";
import type { Link } from "./link.ts";

const CHANNEL = "capstan_sessions";
const POLL_MS = 1_000;

/** A notification holds 8,000 bytes; an id has about 50. */
const IDS_PER_NOTIFICATION = 100;

type SeenRow = { id: string; seen: string };

// What every signal is about: events, and moves of the session.
const CHANGED = `
  select id, version || ':' || coalesce(events, 0) as seen
  from sessions left join heads on heads.stream = sessions.id
  where id = any ($1::text[])`;

type Options = {
  /** What goes wrong is tried again; this only hears of it. */
  readonly report?: (error: unknown) => void;
};

/**
 * Signals between processes. A notification makes them fast, and may be lost; what is asked every
 * second makes them certain. They are sent together, after the commit: inside of it each would hold
 * up every other commit of the database.
 */
export function createPostgresSignals(
  link: Link,
  { report = () => {} }: Options = {},
): Signals & { stop(): void } {
  const me = randomUUID();
  const listeners = new Map<string, Set<() => void>>();
  const seen = new Map<string, string>();
  const unsent = new Set<string>();
  let sending = false;

  function tell(sessionId: string): void {
    for (const listener of listeners.get(sessionId) ?? []) listener();
  }

  async function send(): Promise<void> {
    sending = true;
    while (unsent.size > 0) {
      const ids = [...unsent].slice(0, IDS_PER_NOTIFICATION);
      for (const id of ids) unsent.delete(id);
      const payload = [me, ...ids].join(" ");
      await link.query("select pg_notify($1, $2)", [CHANNEL, payload]).catch(report);
    }
    sending = false;
  }

  function hear(payload: string | undefined): void {
    if (payload === undefined) return void poll().catch(report);
    const [sender, ...ids] = payload.split(" ");
    if (sender !== me) for (const id of ids) tell(id);
  }

  async function poll(): Promise<void> {
    if (listeners.size === 0) return;
    const rows = await link.query<SeenRow>(CHANGED, [[...listeners.keys()]]);
    for (const row of rows) {
      if (seen.get(row.id) === row.seen || !listeners.has(row.id)) continue;
      seen.set(row.id, row.seen);
      tell(row.id);
    }
  }

  link.listen(CHANNEL, hear);
  const timer = setInterval(() => void poll().catch(report), POLL_MS);
  return {
    notify(sessionId) {
      tell(sessionId);
      unsent.add(sessionId);
      // After all commits of this moment, so that they share a notification.
      if (!sending) setImmediate(() => sending || send());
    },
    subscribe(sessionId, listener) {
      const ofSession = listeners.get(sessionId) ?? new Set();
      listeners.set(sessionId, ofSession.add(listener));
      return () => {
        ofSession.delete(listener);
        if (ofSession.size > 0 || listeners.get(sessionId) !== ofSession) return;
        listeners.delete(sessionId);
        seen.delete(sessionId);
      };
    },
    stop: () => clearInterval(timer),
  };
}
