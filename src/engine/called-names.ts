import type { Message } from "../schema/message.ts";

const WIRE_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Tool id → the name under which this conversation last called it. */
export function calledNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { toolCalls } of messages) {
    if (!toolCalls) continue;
    for (const { toolId, name } of toolCalls) {
      if (toolId === null || names.get(toolId) === name) continue;
      if (WIRE_NAME.test(name)) names.set(toolId, name);
    }
  }
  return names;
}
