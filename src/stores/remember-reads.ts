import type { Change } from "../ports/journal.ts";
import type { Store } from "../ports/store.ts";
import type { Agent } from "../schema/agent.ts";
import type { Context } from "../schema/context.ts";
import type { Session } from "../schema/session.ts";
import { createKept, type Kept, type Moves } from "./kept.ts";
import { asRead } from "./tables/messages.ts";
import { beginTail, extendTail, readTail, type Tail } from "./tail.ts";

const MAX_KEPT = 1_000;
const MAX_TAILS = 200;

/** No session, agent or memory is changed by these. */
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
 * Keeps what a turn reads at every step: its session, its agent, its memory, and what was said last.
 * Only for a store that no other process writes to. A commit must write before it first waits, as
 * SQLite's does: what it touches is forgotten in the same moment.
 */
export function rememberReads(store: Store): Store {
  const sessions = createKept<Session>(MAX_KEPT);
  const agents = createKept<Agent>(MAX_KEPT);
  const contexts = createKept<Context>(MAX_KEPT);
  const tails = createKept<Tail>(MAX_TAILS);

  function forgetAll(): void {
    for (const kept of [sessions, agents, contexts, tails]) kept.clear();
  }

  /** Forgets what these change. Answers what will be known once it is stored. */
  function forget(changes: readonly Change[]): () => Promise<void> {
    const moved: Moves<Session> = new Map();
    const said: Moves<Tail> = new Map();
    for (const change of changes) {
      if (change.type === "message.accept" || change.type === "message.add") {
        const { type, message } = change;
        const begin = type === "message.accept" ? beginTail(message) : undefined;
        const extend = (tail = begin) => tail && extendTail(tail, asRead(message));
        tails.move(said, message.sessionId, extend);
      }
      const move = moveOf(change);
      if (move) sessions.move(moved, move.id, (session) => session && move.to(session));
      else if (!ELSEWHERE.has(change.type)) {
        // The rest is rare.
        forgetAll();
        moved.clear();
        said.clear();
      }
    }
    return async () => {
      await sessions.settle(moved);
      await tails.settle(said);
    };
  }

  return {
    ...store,
    sessions: {
      ...store.sessions,
      get: readOnce(sessions, store.sessions.get),
      async conversation(id, throughTurn, afterTurn = 0) {
        const tail = await tails.get(id);
        const known = tail && readTail(tail, throughTurn, afterTurn);
        return known ?? store.sessions.conversation(id, throughTurn, afterTurn);
      },
    },
    agents: { ...store.agents, get: readOnce(agents, store.agents.get) },
    contexts: { ...store.contexts, get: readOnce(contexts, store.contexts.get) },
    journal: {
      ...store.journal,
      async commit(step, changes, durable) {
        const written = store.journal.commit(step, changes, durable);
        const settle = forget(changes);
        try {
          await written;
        } catch (error) {
          // What was expected was perhaps not what is stored.
          forgetAll();
          throw error;
        }
        await settle();
      },
    },
  };
}

type Read<T> = (id: string) => Promise<T | undefined>;

function readOnce<T>(kept: Kept<T>, read: Read<T>): Read<T> {
  return (id) => {
    const known = kept.get(id);
    if (known) return known;
    // The promise itself: a value that comes after a commit must not be kept.
    const reading = read(id);
    kept.put(id, reading);
    reading.catch(() => kept.drop(id));
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
  return { id: session.id, to: ({ lastTurn, spec }) => ({ ...session, lastTurn, spec }) };
}
