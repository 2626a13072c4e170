import type { Message } from "../schema/message.ts";

/** The newest messages of a session: all of the turns behind `after`, in order. */
export type RecentMessages = { readonly after: number; readonly messages: readonly Message[] };

/** The turn that runs, and the one before: what a turn reads when the rest is known. */
const TURNS = 2;
const MAX_CHARACTERS = 100_000;

/** Before the first message of the newest turn is added: nothing of that turn is stored yet. */
export function beginRecent({ turn }: Message): RecentMessages {
  return { after: turn - 1, messages: [] };
}

/** With a message more. Undefined when that is too much to keep, or not what would be read. */
export function addRecent(recent: RecentMessages, message: Message): RecentMessages | undefined {
  // SQLite keeps no half of a surrogate pair.
  if (!message.content.isWellFormed()) return undefined;
  const newest = Math.max(message.turn, recent.messages.at(-1)?.turn ?? 0);
  const after = Math.max(recent.after, newest - TURNS);
  const kept = [...recent.messages, message].filter(({ turn }) => turn > after);
  const characters = kept.reduce((sum, { content }) => sum + content.length, 0);
  return characters > MAX_CHARACTERS ? undefined : { after, messages: kept.sort(inOrder) };
}

/** Undefined when it does not go back that far. */
export function readRecent(
  { after, messages }: RecentMessages,
  throughTurn: number,
  afterTurn: number,
): Message[] | undefined {
  if (afterTurn < after) return undefined;
  return messages.filter(({ turn }) => turn > afterTurn && turn <= throughTurn);
}

function inOrder(one: Message, other: Message): number {
  return one.turn - other.turn || one.position - other.position;
}
