import type { Message } from "../http/client/wire.ts";
import { block } from "./block.ts";
import { shortJson } from "./shorten.ts";

const MESSAGE_LENGTH = 20_000;
const TOOL_LENGTH = 2_000;
const INPUT_LENGTH = 200;

export function messageLines(message: Message): string[] {
  const { role, content, tool_id: toolId, tool_calls: calls = [] } = message;
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const said = text === "" ? [] : block(text, role === "tool" ? TOOL_LENGTH : MESSAGE_LENGTH);
  const called = calls.map(
    (call) => `  calls ${call.tool_id} ${shortJson(call.input, INPUT_LENGTH)}`,
  );
  return [toolId ? `${role} ${toolId}:` : `${role}:`, ...said, ...called];
}
