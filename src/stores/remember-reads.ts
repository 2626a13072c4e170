import type { Agent } from "../schema/agent.ts";
import type { Context } from "../schema/context.ts";
import type { Session } from "../schema/session.ts";
import { type Cache, createCache, type Updates } from "./cache.ts";
import type { Change } from "./journal.ts";
import { addRecent, beginRecent, type RecentMessages, readRecent } from "./recent-messages.ts";
import type { Store } from "./store.ts";
import { asRead } from "./tables/message-row.ts";

const MAX_CACHED = 1_000;
const MAX_RECENT = 200;

/** No session, agent or memory is changed by these. */
const ELSEWHERE: ReadonlySet<Change["type"]> = new Set([
  "message.add",
  "position.expect",
  "invocation.put",
  "ledger.put",
  "ledger.clear",
  "context.expect",
  "halt.expect",
  "opening.expect",
  "capability.expect",
  "approval.put",
  "change_set.add",
  "change_set.move",
  "folder_lock.take",
  "folder_lock.renew",
  "folder_lock.release",
  "event.add",
  "audit.add",
]);

/**
 * Keeps what a turn reads at every step: its session, its agent, its memory, and what was said last.
 * Only for a store that no other process writes to. A commit must write before it first waits, as
 * SQLite's does: what it touches is forgotten in the same moment.
 */
export function rememberReads(store: Store): Store {
  const sessions = createCache<Session>(MAX_CACHED);
  const agents = createCache<Agent>(MAX_CACHED);
  const contexts = createCache<Context>(MAX_CACHED);
  const recents = createCache<RecentMessages>(MAX_RECENT);

  function forgetAll(): void {
    for (const cache of [sessions, agents, contexts, recents]) cache.clear();
  }

  /** Forgets what these change. Answers what will be known once it is stored. */
  function forget(changes: readonly Change[]): () => Promise<void> {
    const moved: Updates<Session> = new Map();
    const said: Updates<RecentMessages> = new Map();
    for (const change of changes) {
      if (change.type === "message.accept" || change.type === "message.add") {
        const { type, message } = change;
        const begin = type === "message.accept" ? beginRecent(message) : undefined;
        const add = (recent = begin) => recent && addRecent(recent, asRead(message));
        recents.update(said, message.sessionId, add);
      }
      const move = moveOf(change);
      if (move) sessions.update(moved, move.id, (session) => session && move.to(session));
      else if (!ELSEWHERE.has(change.type)) {
        // The rest is rare.
        forgetAll();
        moved.clear();
        said.clear();
      }
    }
    return async () => {
      await sessions.publish(moved);
      await recents.publish(said);
    };
  }

  return {
    ...store,
    sessions: {
      ...store.sessions,
      get: readOnce(sessions, store.sessions.get),
      async conversation(id, throughTurn, afterTurn = 0) {
        const recent = await recents.get(id);
        const known = recent && readRecent(recent, throughTurn, afterTurn);
        return known ?? store.sessions.conversation(id, throughTurn, afterTurn);
      },
    },
    agents: { ...store.agents, get: readOnce(agents, store.agents.get) },
    contexts: { ...store.contexts, get: readOnce(contexts, store.contexts.get) },
    journal: {
      ...store.journal,
      async commit(step, changes, durable) {
        const written = store.journal.commit(step, changes, durable);
        const publish = forget(changes);
        try {
          await written;
        } catch (error) {
          // What was expected was perhaps not what is stored.
          forgetAll();
          throw error;
        }
        await publish();
      },
    },
  };
}

type Read<T> = (id: string) => Promise<T | undefined>;

function readOnce<T>(cache: Cache<T>, read: Read<T>): Read<T> {
  return (id) => {
    const known = cache.get(id);
    if (known) return known;
    // The promise itself: a value that comes after a commit must not be kept.
    const reading = read(id);
    cache.put(id, reading);
    reading.catch(() => cache.drop(id));
    return reading;
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
  return {
    id: session.id,
    to: ({ lastTurn, spec, attachments, taintedAt }) => ({
      ...session,
      lastTurn,
      spec,
      attachments,
      taintedAt,
    }),
  };
}
