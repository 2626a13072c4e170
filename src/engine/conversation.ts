import { foldGrowing } from "../base/fold-growing.ts";
import type { Message, ToolCall } from "../schema/message.ts";

export type OpenCall = { readonly call: ToolCall; readonly position: number };

/** The calls of the newest answer that have no result yet, each with the place its result takes. */
export function openCalls(messages: readonly Message[]): OpenCall[] {
  const at = messages.findLastIndex((message) => message.role === "assistant");
  const asked = messages[at];
  if (!asked?.toolCalls || messages.at(-1)?.role === "user") return [];
  // Results stand behind their call: a long conversation is not walked for them.
  const answered = new Set(messages.slice(at + 1).map((message) => message.invocationId));
  return asked.toolCalls
    .map((call, index) => ({ call, position: asked.position + 1 + index }))
    .filter(({ call }) => !answered.has(call.id));
}

/** Where the model's next answer stands: after every result of its last one. */
export function nextPosition(messages: readonly Message[]): number {
  const last = messages.at(-1);
  return last ? last.position + 1 : 0;
}

/** How often the model has answered in this turn. */
export function stepsOf(messages: readonly Message[], turn: number): number {
  let steps = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (!message || message.turn < turn) break;
    if (message.turn === turn && message.role === "assistant") steps += 1;
  }
  return steps;
}

/** For the model: each call is followed by its result, also those that a cancelled turn never made. */
export function transcript(messages: readonly Message[]): readonly Message[] {
  if (isInOrder(messages)) return messages;
  const results = new Map(messages.map((message) => [message.invocationId, message]));
  return messages
    .filter((message) => message.role !== "tool")
    .flatMap((message) => [
      message,
      ...(message.toolCalls ?? []).map(
        (call, index) => results.get(call.id) ?? neverRan(message, call, index),
      ),
    ]);
}

/** Most conversations are a transcript already: every call is followed by its own result. */
function isInOrder(messages: readonly Message[]): boolean {
  const awaited = resultsAwaited(messages);
  return awaited !== undefined && awaited.length === 0;
}

/** The calls whose results come next; undefined once something stood at the wrong place. */
const resultsAwaited = foldGrowing<Message, readonly string[] | undefined>({
  start: () => NONE,
  add(awaited, { role, invocationId, toolCalls }) {
    if (!awaited) return undefined;
    if (awaited.length > 0) return awaited[0] === invocationId ? awaited.slice(1) : undefined;
    if (role === "tool") return undefined;
    return toolCalls ? toolCalls.map(({ id }) => id) : NONE;
  },
});

const NONE: readonly string[] = [];

function neverRan(asked: Message, call: ToolCall, index: number): Message {
  return {
    id: call.id,
    sessionId: asked.sessionId,
    turn: asked.turn,
    position: asked.position + 1 + index,
    role: "tool",
    content: JSON.stringify({ state: "failed", error: { code: "CANCELLED", message: "Not run." } }),
    ...(call.toolId && { toolId: call.toolId }),
    invocationId: call.id,
    createdAt: asked.createdAt,
  };
}
