import type { Message } from "../schema/message.ts";
import type { Session } from "../schema/session.ts";
import type { SessionReader } from "../stores/readers/session-reader.ts";

export type Conversations = {
  /** All messages through the session's turn. The list is the caller's own. */
  load(session: Pick<Session, "id" | "turn">): Promise<Message[]>;
};

type Known = { readonly messages: readonly Message[]; readonly throughTurn: number };

const MAX_MESSAGES = 50_000;
/** A call that was cancelled may still record how it ended, for a while. */
const SETTLED_TURNS = 2;

/**
 * What was read stays in memory and is caught up with what is new, so that a turn costs the same
 * however long the session is. Only turns to which nothing can be added are kept: the store stays
 * the truth, also with other processes writing to it.
 */
export function createConversations(sessions: Pick<SessionReader, "conversation">): Conversations {
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
      const throughTurn = settledThrough(news, usable?.throughTurn ?? 0, turn);
      if (throughTurn > 0) {
        const last = messages.findLastIndex((message) => message.turn <= throughTurn);
        keep(id, { messages: messages.slice(0, last + 1), throughTurn });
      }
      return messages;
    },
  };
}

/** The last turn up to which every call has its result, or is too old to get one. */
function settledThrough(news: readonly Message[], from: number, turn: number): number {
  const results = new Set(news.map(({ invocationId }) => invocationId));
  const open = news
    .filter(({ toolCalls = [] }) => toolCalls.some((call) => !results.has(call.id)))
    .map((message) => message.turn)
    .filter((at) => at > turn - SETTLED_TURNS);
  return Math.max(from, Math.min(turn, ...open) - 1);
}
