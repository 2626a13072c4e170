import { shownCall } from "../base/shown-call.ts";
import type { Message } from "../http/client/wire.ts";
import { block } from "./block.ts";
import type { Screen } from "./command.ts";
import type { Line } from "./line.ts";
import { markdownLines } from "./markdown-lines.ts";
import { shorten, shortJson } from "./shorten.ts";

const MESSAGE_LENGTH = 20_000;
const TOOL_LENGTH = 2_000;
const INPUT_LENGTH = 200;
const NOTE_LENGTH = 600;

/** A conversation in lines. A call is shown with what its result, further down, says of it. */
export function conversationLines(
  messages: readonly Message[],
  screen: Pick<Screen, "width">,
  isShown: (message: Message) => boolean = () => true,
): Line[] {
  const results = new Map(messages.map((message) => [message.invocation_id, message]));
  return messages.filter(isShown).flatMap((message) => messageLines(message, results, screen));
}

function messageLines(
  message: Message,
  results: ReadonlyMap<string | undefined, Message>,
  screen: Pick<Screen, "width">,
): Line[] {
  const { role, content, tool_id: toolId, tool_calls: calls = [] } = message;
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const said = text === "" ? [] : saidLines(role, text, screen);
  const called = calls.flatMap((call) => {
    const { input, note } = shownCall(call.input, results.get(call.id));
    const line = `  calls ${call.tool_id ?? call.name} ${shortJson(input, INPUT_LENGTH)}`;
    return note === "" ? [line] : [line, `    ${shorten(note, NOTE_LENGTH)}`];
  });
  return [toolId ? `${role} ${toolId}:` : `${role}:`, ...said, ...called];
}

/** A model writes Markdown; a tool or a person is shown as written. */
function saidLines(role: Message["role"], text: string, screen: Pick<Screen, "width">): Line[] {
  if (role === "assistant") return markdownLines(shorten(text, MESSAGE_LENGTH), screen, "  ");
  return block(text, role === "tool" ? TOOL_LENGTH : MESSAGE_LENGTH);
}
