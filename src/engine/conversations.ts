import type { Message } from "../schema/message.ts";
import type { Session } from "../schema/session.ts";
import { isTerminal } from "../schema/task-state.ts";
import type { InvocationReader } from "../stores/readers/invocation-reader.ts";
import type { SessionReader } from "../stores/readers/session-reader.ts";

export type Conversations = {
  /** All messages through the session's turn. The list is the caller's own. */
  load(session: Pick<Session, "id" | "turn">): Promise<Message[]>;
};

type Stored = {
  readonly sessions: Pick<SessionReader, "conversation">;
  readonly invocations: Pick<InvocationReader, "get">;
};

type Known = { readonly messages: readonly Message[]; readonly throughTurn: number };

const MAX_MESSAGES = 50_000;
/** Most calls have their result by then: only of older ones without a result is it asked whether they run. */
const RECENT_TURNS = 2;
/** A call that is on record as running for longer no longer holds the cache back. */
const MOST_TURNS = 100;

/**
 * What was read stays in memory and is caught up with what is new, so that a turn costs the same
 * however long the session is. Only turns to which nothing can be added are kept: the store stays
 * the truth, also with other processes writing to it.
 */
export function createConversations({ sessions, invocations }: Stored): Conversations {
  const known = new Map<string, Known>();
  let held = 0;

  function keep(id: string, entry: Known): void {
    held += entry.messages.length - (known.get(id)?.messages.length ?? 0);
    // Put last: the first is the one that was not used for longest.
    known.delete(id);
    known.set(id, entry);
    for (const [oldest, { messages }] of known) {
      if (held <= MAX_MESSAGES || oldest === id) return;
      known.delete(oldest);
      held -= messages.length;
    }
  }

  return {
    async load({ id, turn }) {
      const before = known.get(id);
      const usable = before && before.throughTurn < turn ? before : undefined;
      const news = await sessions.conversation(id, turn, usable?.throughTurn ?? 0);
      const messages = [...(usable?.messages ?? []), ...news];
      const throughTurn = await settledThrough(news, usable?.throughTurn ?? 0, turn);
      if (throughTurn > 0) {
        const last = messages.findLastIndex((message) => message.turn <= throughTurn);
        keep(id, { messages: messages.slice(0, last + 1), throughTurn });
      }
      return messages;
    },
  };

  /** The last turn up to which no call can get a result any longer. */
  async function settledThrough(
    news: readonly Message[],
    from: number,
    turn: number,
  ): Promise<number> {
    const results = new Set(news.map(({ invocationId }) => invocationId));
    for (const { turn: at, toolCalls = [] } of news) {
      const open = toolCalls.filter((call) => !results.has(call.id));
      if (open.length === 0 || at <= turn - MOST_TURNS) continue;
      if (at > turn - RECENT_TURNS) return Math.max(from, at - 1);
      const calls = await Promise.all(open.map(({ id }) => invocations.get(id)));
      // A call that a cancelled turn never made has none; a result comes with the end of its call.
      if (calls.some((call) => call && !isTerminal(call.state))) return Math.max(from, at - 1);
    }
    return Math.max(from, turn - 1);
  }
}
