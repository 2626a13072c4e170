import type { Message } from "../schema/message.ts";

/** The newest messages of a session: all of the turns behind `after`, in order. */
export type Tail = { readonly after: number; readonly messages: readonly Message[] };

/** The turn that runs, and the one before: what a turn reads when the rest is known. */
const TURNS = 2;
const MAX_CHARACTERS = 100_000;

/** Before the first message of the newest turn is added: nothing of that turn is stored yet. */
export function beginTail({ turn }: Message): Tail {
  return { after: turn - 1, messages: [] };
}

/** With a message more. Undefined when that is too much to keep, or not what would be read. */
export function extendTail(tail: Tail, message: Message): Tail | undefined {
  // SQLite keeps no half of a surrogate pair.
  if (!message.content.isWellFormed()) return undefined;
  const newest = Math.max(message.turn, tail.messages.at(-1)?.turn ?? 0);
  const after = Math.max(tail.after, newest - TURNS);
  const kept = [...tail.messages, message].filter(({ turn }) => turn > after);
  const characters = kept.reduce((sum, { content }) => sum + content.length, 0);
  return characters > MAX_CHARACTERS ? undefined : { after, messages: kept.sort(inOrder) };
}

/** Undefined when it does not go back that far. */
export function readTail(
  { after, messages }: Tail,
  throughTurn: number,
  afterTurn: number,
): Message[] | undefined {
  if (afterTurn < after) return undefined;
  return messages.filter(({ turn }) => turn > afterTurn && turn <= throughTurn);
}

function inOrder(one: Message, other: Message): number {
  return one.turn - other.turn || one.position - other.position;
}
