import { isJsonObject } from "../../base/json.ts";
import type { Message } from "../../schema/message.ts";
import type { Filling } from "./complete-calls.ts";
import type { KnownTools } from "./known-tools.ts";

/** The last call of the conversation, as if it had just been filled in. */
export function lastCall(messages: readonly Message[], { tools }: KnownTools): Filling | undefined {
  const call = messages.findLast(({ toolCalls }) => toolCalls?.length)?.toolCalls?.at(-1);
  const known = tools.find(({ tool }) => tool.toolId === call?.toolId);
  if (!call || !known || !isJsonObject(call.input)) return undefined;
  const { input } = call;
  const filled = known.fields.flatMap((field) => {
    const value = Object.hasOwn(input, field.name) ? input[field.name] : undefined;
    return value === undefined ? [] : [{ field, value, start: 0, end: 0, fit: 0 }];
  });
  return { known, filled };
}
