import { foldGrowing } from "../../base/fold-growing.ts";
import { type JsonValue, parseJson } from "../../base/json.ts";
import type { Message } from "../../schema/message.ts";

const CHANGED =
  "A person changed the input before it ran. This is the input that ran, and its result.";
const STOPPED = "[A person stopped the answer here.]";

/** What is marked at a message is said in it, so that every model reads it. */
export function tellMarks(messages: readonly Message[]): readonly Message[] {
  return hasMarks(messages) ? messages.map(tellMark) : messages;
}

const isMarked = ({ ranWith, cancelled }: Message) =>
  ranWith !== undefined || cancelled !== undefined;

const hasMarks = foldGrowing<Message, boolean>({
  start: () => false,
  add: (has, message) => has || isMarked(message),
});

// The same message each time, so that what was made of it before is found again.
const told = new WeakMap<Message, Message>();

function tellMark(message: Message): Message {
  if (!isMarked(message)) return message;
  const known = told.get(message) ?? { ...message, content: contentOf(message) };
  told.set(message, known);
  return known;
}

function contentOf({ content, ranWith }: Message): string {
  if (ranWith === undefined) return `${content}\n\n${STOPPED}`;
  return JSON.stringify({ note: CHANGED, ran_with: ranWith, result: readJson(content) });
}

/** A long result of an earlier turn is a text with its middle left out. */
function readJson(content: string): JsonValue {
  try {
    return parseJson(content);
  } catch {
    return content;
  }
}
