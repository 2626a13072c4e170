import type { JsonObject } from "../base/json.ts";
import type { Message } from "../schema/message.ts";
import type { Change } from "./journal.ts";

type EventAdd = Extract<Change, { type: "event.add" }>;

/** A reference and its look-up cost more than to repeat this. */
const SHORT = 64;

/**
 * Events repeat what a message of their step says, and results of tools may be long: such an event
 * is stored with the place of the message in its turn, and read with the message's text.
 */
export function shareTexts(changes: readonly Change[]): readonly Change[] {
  const messages = changes.flatMap((change) =>
    change.type === "message.add" || change.type === "message.accept" ? [change.message] : [],
  );
  if (!messages.some(({ content }) => content.length > SHORT)) return changes;
  return changes.map((change) => (change.type === "event.add" ? share(change, messages) : change));
}

function share(change: EventAdd, messages: readonly Message[]): EventAdd {
  const { sessionId, turn, type, data } = change.event;
  const field = sharedField(type);
  if (!field) return change;
  const message = messages.find(
    (said) => said.sessionId === sessionId && said.turn === turn && isAbout(data, said),
  );
  const { [field]: value, ...rest } = data;
  if (!message || message.content.length <= SHORT || textOf(field, value) !== message.content) {
    return change;
  }
  return {
    ...change,
    event: { ...change.event, data: { ...rest, said_at: message.position } },
  };
}

type SharedField = "content" | "outputs";

function sharedField(type: string): SharedField | undefined {
  if (type === "message.created") return "content";
  return type === "tool.completed" ? "outputs" : undefined;
}

function isAbout({ message_id, invocation_id }: JsonObject, message: Message): boolean {
  return message_id === undefined
    ? invocation_id === message.invocationId
    : message_id === message.id;
}

function textOf(field: SharedField, value: unknown): unknown {
  return field === "content" ? value : JSON.stringify(value);
}

/** What an event said before its text was left to a message. */
export function restoreText(type: string, stored: JsonObject, text: string | null): JsonObject {
  const field = sharedField(type);
  const { said_at, ...data } = stored;
  if (!field || said_at === undefined) return stored;
  if (text === null) return data;
  return { ...data, [field]: field === "content" ? text : JSON.parse(text) };
}
