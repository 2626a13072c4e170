import type { Change } from "../ports/journal.ts";
import type { Store } from "../ports/store.ts";
import type { Session } from "../schema/session.ts";

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
  /** Of each session that is being moved, what the last commit that moves it makes of it. */
  const moving = new Map<string, object>();

  function forgetAll(): void {
    moving.clear();
    for (const kept of [sessions, agents, contexts]) kept.clear();
  }

  /** Forgets what these change. Answers what sessions will be that were known, once it is stored. */
  function forget(changes: readonly Change[]): ReadonlyMap<string, Promise<Session | undefined>> {
    const moved = new Map<string, Promise<Session | undefined>>();
    for (const change of changes) {
      const move = moveOf(change);
      if (move) {
        const before = moved.get(move.id) ?? sessions.take(move.id);
        // A read that failed is nobody's failure here: then nothing is known.
        const next = before?.then((session) => session && move.to(session)).catch(() => undefined);
        if (next) moved.set(move.id, next);
        moving.delete(move.id);
      } else if (!ELSEWHERE.has(change.type)) {
        // The rest is rare.
        forgetAll();
        moved.clear();
      }
    }
    for (const id of moved.keys()) moving.set(id, moved);
    return moved;
  }

  return {
    ...store,
    sessions: { ...store.sessions, get: sessions.get },
    agents: { ...store.agents, get: agents.get },
    contexts: { ...store.contexts, get: contexts.get },
    journal: {
      ...store.journal,
      async commit(step, changes, durable) {
        const written = store.journal.commit(step, changes, durable);
        const moved = forget(changes);
        try {
          await written;
        } catch (error) {
          // What was expected was perhaps not what is stored.
          forgetAll();
          throw error;
        }
        for (const [id, known] of moved) {
          const session = await known;
          // Another commit that began meanwhile has moved it on, or something is forgotten.
          if (moving.get(id) !== moved) continue;
          moving.delete(id);
          if (session) sessions.put(id, Promise.resolve(session));
        }
      },
    },
  };
}

type Move = { readonly id: string; to(before: Session): Session };

/** What becomes of a session by this change: as the store would read it. */
function moveOf(change: Change): Move | undefined {
  if (change.type === "message.accept") {
    const { sessionId, turn } = change.message;
    return { id: sessionId, to: (before) => ({ ...before, lastTurn: turn }) };
  }
  if (change.type !== "session.move") return undefined;
  const { session } = change;
  return { id: session.id, to: ({ lastTurn, spec }) => ({ ...session, lastTurn, spec }) };
}

function createKept<T>(read: (id: string) => Promise<T>) {
  const kept = new Map<string, Promise<T>>();
  function put(id: string, value: Promise<T>): void {
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(id, value);
  }
  return {
    get(id: string): Promise<T> {
      const known = kept.get(id);
      if (known) return known;
      // The promise itself: a value that comes after a commit must not be kept.
      const reading = read(id);
      put(id, reading);
      reading.catch(() => kept.delete(id));
      return reading;
    },
    put,
    take(id: string): Promise<T> | undefined {
      const known = kept.get(id);
      kept.delete(id);
      return known;
    },
    clear: () => kept.clear(),
  };
}
