import { randomUUID } from "node:crypto";
import { createListeners } from "../listeners.ts";
import type { SessionSignal, Signals } from "../signals.ts";
import type { Link } from "./link.ts";

const CHANNEL = "capstan_sessions";
const POLL_MS = 1_000;

/** A notification holds 8,000 bytes; an id has about 50, and may stand there twice. */
const IDS_PER_NOTIFICATION = 70;
/** Before the id of a session that only grew. A process that does not know this hears a signal too many. */
const GREW = "-";

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
  const listeners = createListeners<SessionSignal>();
  const seen = new Map<string, string>();
  const unsent = new Map<string, SessionSignal>();
  let sending = false;

  async function send(): Promise<void> {
    sending = true;
    while (unsent.size > 0) {
      const next = [...unsent].slice(0, IDS_PER_NOTIFICATION);
      for (const [id] of next) unsent.delete(id);
      const ids = next.flatMap(([id, happened]) =>
        happened === "events_added" ? [id, GREW + id] : [id],
      );
      const payload = [me, ...ids].join(" ");
      await link.query("select pg_notify($1, $2)", [CHANNEL, payload]).catch(report);
    }
    sending = false;
  }

  function hear(payload: string | undefined): void {
    if (payload === undefined) return void poll().catch(report);
    const [sender, ...ids] = payload.split(" ");
    if (sender === me) return;
    const said = new Set(ids);
    for (const id of ids)
      listeners.tell(id, said.has(GREW + id) ? "events_added" : "state_changed");
  }

  async function poll(): Promise<void> {
    const heard = listeners.sessions();
    if (heard.length === 0) return;
    const rows = await link.query<SeenRow>(CHANGED, [heard]);
    for (const row of rows) {
      if (seen.get(row.id) === row.seen) continue;
      seen.set(row.id, row.seen);
      listeners.tell(row.id, "state_changed");
    }
    const still = new Set(listeners.sessions());
    for (const id of seen.keys()) if (!still.has(id)) seen.delete(id);
  }

  link.listen(CHANNEL, hear);
  const timer = setInterval(() => void poll().catch(report), POLL_MS);
  return {
    notify(sessionId, happened) {
      listeners.tell(sessionId, happened);
      if (unsent.get(sessionId) !== "state_changed") unsent.set(sessionId, happened);
      // After all commits of this moment, so that they share a notification.
      if (!sending) setImmediate(() => sending || send());
    },
    subscribe: (sessionId, listener) => listeners.add(sessionId, (happened) => listener(happened)),
    stop: () => clearInterval(timer),
  };
}
