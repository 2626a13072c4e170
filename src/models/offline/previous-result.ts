import { isJsonObject, type JsonValue } from "../../base/json.ts";
import type { Message } from "../../schema/message.ts";
import type { Tool } from "../../schema/tool.ts";
import type { Field } from "./field.ts";
import { sayResult } from "./say-result.ts";
import { readResult } from "./tool-result.ts";

const TEXTS = ["content", "text", "body", "markdown", "translation", "result"];
const NUMBERS = ["result", "value", "amount", "total", "sum", "count"];
/** "it" was said of something near. */
const MOST_RESULTS = 5;

/** The number that was told last; undefined when the last thing was anything else. */
export function previousNumber(messages: readonly Message[]): number | undefined {
  const at = messages.findLastIndex(({ role }) => role === "tool");
  const message = messages[at];
  // Said two messages later, "that" may be something else that was talked about.
  if (messages.slice(at).filter(({ role }) => role === "user").length > 1) return undefined;
  const result = message && readResult(message);
  if (!result?.ok || !isJsonObject(result.outputs)) return undefined;
  const { result: number } = result.outputs;
  return typeof number === "number" ? number : undefined;
}

/** What a field takes over from the results before, the newest that holds such a thing. */
export function previousResult(
  { shape }: Field,
  messages: readonly Message[],
  tools: readonly Tool[],
): JsonValue | undefined {
  const results = messages.filter(({ role }) => role === "tool").slice(-MOST_RESULTS);
  for (const message of results.toReversed()) {
    const result = readResult(message);
    if (!result.ok) return undefined;
    const number = pick(result.outputs, NUMBERS, (it) => typeof it === "number");
    const text = pick(result.outputs, TEXTS, (it) => typeof it === "string");
    const taken = shape === "number" ? number : (text ?? number?.toString());
    if (taken !== undefined) return taken;
    // A page that is binary or elsewhere is no failure, and nothing to go on with either.
    if (isJsonObject(result.outputs) && typeof result.outputs.error === "string") return undefined;
    const tool = tools.find(({ toolId }) => toolId === message.toolId);
    // What a tool read can be told; that one wrote something is no content.
    if (shape !== "number" && tool?.behaviour.readOnly) {
      return sayResult(tool.name, null, result.outputs);
    }
  }
  return undefined;
}

function pick(
  outputs: JsonValue,
  names: readonly string[],
  isWanted: (value: JsonValue | undefined) => boolean,
): JsonValue | undefined {
  if (isWanted(outputs)) return outputs;
  if (!isJsonObject(outputs)) return undefined;
  const name = names.find((it) => Object.hasOwn(outputs, it) && isWanted(outputs[it]));
  return name === undefined ? undefined : outputs[name];
}
