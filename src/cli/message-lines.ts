import type { Message } from "../http/client/wire.ts";
import { block } from "./block.ts";
import type { Screen } from "./command.ts";
import type { Line } from "./line.ts";
import { markdownLines } from "./markdown-lines.ts";
import { shorten, shortJson } from "./shorten.ts";

const MESSAGE_LENGTH = 20_000;
const TOOL_LENGTH = 2_000;
const INPUT_LENGTH = 200;

export function messageLines(message: Message, screen: Pick<Screen, "width">): Line[] {
  const { role, content, tool_id: toolId, tool_calls: calls = [] } = message;
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const said = text === "" ? [] : saidLines(role, text, screen);
  const called = calls.map(
    (call) => `  calls ${call.tool_id} ${shortJson(call.input, INPUT_LENGTH)}`,
  );
  return [toolId ? `${role} ${toolId}:` : `${role}:`, ...said, ...called];
}

/** A model writes Markdown; a tool or a person is shown as written. */
function saidLines(role: Message["role"], text: string, screen: Pick<Screen, "width">): Line[] {
  if (role === "assistant") return markdownLines(shorten(text, MESSAGE_LENGTH), screen, "  ");
  return block(text, role === "tool" ? TOOL_LENGTH : MESSAGE_LENGTH);
}
