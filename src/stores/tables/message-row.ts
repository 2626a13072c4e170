import * as z from "zod";
import { isJsonObject, type JsonValue } from "../../base/json.ts";
import { ContentPart, Message, type ModelUsage, type ToolCall } from "../../schema/message.ts";
import { corrupt, decodeJson, parseStored, parseStoredObject } from "../decode-json.ts";

export type MessageRow = {
  session_id: string;
  turn: number;
  position: number;
  id: string;
  role: string;
  content: string;
  tool_calls: string | null;
  tool_id: string | null;
  invocation_id: string | null;
  message_id: string | null;
  usage: string | null;
  parts: string | null;
  about: string | null;
  created_at: string;
};

/** What the messages of one session do not have in common. */
export const SAID_COLUMNS = [
  "turn",
  "position",
  "id",
  "role",
  "content",
  "tool_calls",
  "tool_id",
  "invocation_id",
  "message_id",
  "usage",
  "parts",
  "about",
  "created_at",
] as const satisfies readonly (keyof MessageRow)[];

export const MESSAGE_COLUMNS = ["session_id", ...SAID_COLUMNS] as const;

const Parts = z.array(ContentPart);

export function encodeMessage(message: Message): MessageRow {
  return {
    session_id: message.sessionId,
    turn: message.turn,
    position: message.position,
    id: message.id,
    role: message.role,
    content: message.content,
    tool_calls: message.toolCalls ? JSON.stringify(message.toolCalls) : null,
    tool_id: message.toolId ?? null,
    invocation_id: message.invocationId ?? null,
    message_id: message.messageId ?? null,
    usage: message.usage ? JSON.stringify(message.usage) : null,
    parts: message.parts ? JSON.stringify(message.parts) : null,
    about: aboutOf(message),
    created_at: message.createdAt,
  };
}

/** The values of a row, in the order of their columns. */
export type SaidList = ValuesOf<MessageRow, typeof SAID_COLUMNS>;
type ValuesOf<Row, Columns extends readonly (keyof Row)[]> = {
  readonly [At in keyof Columns]: Row[Columns[At]];
};

export function decodeSaid(session_id: string, list: SaidList): Message {
  return decodeMessage({
    session_id,
    turn: list[0],
    position: list[1],
    id: list[2],
    role: list[3],
    content: list[4],
    tool_calls: list[5],
    tool_id: list[6],
    invocation_id: list[7],
    message_id: list[8],
    usage: list[9],
    parts: list[10],
    about: list[11],
    created_at: list[12],
  });
}

/** A message as it is read once it is stored; what its writer does with it changes nothing there. */
export function asRead(message: Message): Message {
  const row = encodeMessage(message);
  // By way of the list, so that a long conversation is not the first that this code reads.
  const list = SAID_COLUMNS.map((column) => row[column]) as unknown as SaidList;
  return decodeSaid(row.session_id, list);
}

/** By hand: spread fields and schemas took 7 of the 9 ms in which 1,000 messages were read. */
export function decodeMessage(row: MessageRow): Message {
  const message: Writable<Message> = {
    id: row.id,
    sessionId: row.session_id,
    turn: row.turn,
    position: row.position,
    role: row.role as Message["role"],
    content: row.content,
    createdAt: row.created_at,
  };
  if (row.tool_calls !== null) message.toolCalls = decodeCalls(row.tool_calls);
  if (row.tool_id !== null) message.toolId = row.tool_id;
  if (row.invocation_id !== null) message.invocationId = row.invocation_id;
  if (row.message_id !== null) message.messageId = row.message_id;
  if (row.usage !== null) message.usage = decodeUsage(row.usage);
  if (row.parts !== null) message.parts = decodeJson(Parts, row.parts, "messages.parts");
  if (row.about !== null) Object.assign(message, decodeJson(About, row.about, "messages.about"));
  return message;
}

/** What is true of few messages. */
const About = Message.pick({
  ranWith: true,
  answer: true,
  cancelled: true,
  intent: true,
  offer: true,
  chosen: true,
});

function aboutOf(message: Message): string | null {
  const { ranWith, answer, cancelled, intent, offer, chosen } = message;
  const about = { ranWith, answer, cancelled, intent, offer, chosen };
  return Object.values(about).every((one) => one === undefined) ? null : JSON.stringify(about);
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

function decodeCalls(text: string): ToolCall[] {
  const calls = parseStored(text, "messages.tool_calls");
  if (Array.isArray(calls) && calls.every(isCall)) return calls as ToolCall[];
  throw corrupt("messages.tool_calls");
}

function isCall(call: JsonValue): boolean {
  return (
    isJsonObject(call) &&
    typeof call.id === "string" &&
    typeof call.name === "string" &&
    (call.toolId === null || typeof call.toolId === "string") &&
    call.input !== undefined
  );
}

export function decodeUsage(text: string): ModelUsage {
  const usage = parseStoredObject(text, "messages.usage");
  const { inputTokens, outputTokens, cost } = usage;
  if (typeof inputTokens !== "number" || typeof outputTokens !== "number") {
    throw corrupt("messages.usage");
  }
  if (cost === undefined) return { inputTokens, outputTokens };
  if (typeof cost !== "number") throw corrupt("messages.usage");
  return { inputTokens, outputTokens, cost };
}
