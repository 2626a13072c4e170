import * as z from "zod";
import { ContentPart, type Message, ModelUsage, ToolCall } from "../schema/message.ts";
import { checkStored, decodeJson, parseStored } from "./decode-json.ts";

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
  created_at: string;
};

export const MESSAGE_COLUMNS = [
  "session_id",
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
  "created_at",
] as const satisfies readonly (keyof MessageRow)[];

/** Their inputs are any JSON: to check those again took most of a cold load. */
const CallFrames = z.array(ToolCall.omit({ input: true }).extend({ input: z.unknown() }));
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
    created_at: message.createdAt,
  };
}

export function decodeMessage(row: MessageRow): Message {
  return {
    id: row.id,
    sessionId: row.session_id,
    turn: row.turn,
    position: row.position,
    role: row.role as Message["role"],
    content: row.content,
    ...(row.tool_calls !== null && {
      toolCalls: decodeCalls(row.tool_calls),
    }),
    ...(row.tool_id !== null && { toolId: row.tool_id }),
    ...(row.invocation_id !== null && { invocationId: row.invocation_id }),
    ...(row.message_id !== null && { messageId: row.message_id }),
    ...(row.usage !== null && { usage: decodeJson(ModelUsage, row.usage, "messages.usage") }),
    ...(row.parts !== null && { parts: decodeJson(Parts, row.parts, "messages.parts") }),
    createdAt: row.created_at,
  };
}

function decodeCalls(text: string): ToolCall[] {
  const calls = parseStored(text, "messages.tool_calls");
  checkStored(CallFrames, calls, "messages.tool_calls");
  return calls as ToolCall[];
}
