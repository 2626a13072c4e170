import type { Message, ToolCall } from "../schema/message.ts";

export type OpenCall = { readonly call: ToolCall; readonly position: number };

/** The calls of the newest answer that have no result yet, each with the place its result takes. */
export function openCalls(messages: readonly Message[]): OpenCall[] {
  const asked = messages.findLast((message) => message.role === "assistant");
  if (!asked?.toolCalls || messages.at(-1)?.role === "user") return [];
  const answered = new Set(messages.map((message) => message.invocationId));
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
  return messages.filter((message) => message.turn === turn && message.role === "assistant").length;
}

/** For the model: each call is followed by its result, also those that a cancelled turn never made. */
export function transcript(messages: readonly Message[]): Message[] {
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
