import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { Message } from "../../schema/message.ts";
import type { Tool } from "../../schema/tool.ts";
import { broughtBy } from "./agent-answer.ts";
import type { Field } from "./field.ts";
import { sayResult } from "./say-result.ts";
import { readResult } from "./tool-result.ts";

export const TEXTS = ["content", "text", "body", "markdown", "translation", "result"];
export const NUMBERS = ["result", "value", "amount", "total", "sum", "count"];
/** "it" was said of something near. */
const MOST_RESULTS = 5;

/** The number that was told last; undefined when the last thing was anything else. */
export function previousNumber(messages: readonly Message[]): number | undefined {
  const at = messages.findLastIndex(({ role }) => role === "tool");
  const message = messages[at];
  // Said two messages later, "that" may be something else that was talked about.
  if (messages.slice(at).filter(({ role }) => role === "user").length > 1) return undefined;
  const result = message && readResult(message);
  const outputs = result?.ok ? broughtBy(result.outputs) : null;
  const number = isJsonObject(outputs) ? outputs.result : undefined;
  return typeof number === "number" ? number : undefined;
}

/** All of the text that was read last; undefined when it was cut short or is no text. */
export function previousText(messages: readonly Message[]): string | undefined {
  const outputs = lastOutputs(messages);
  if (!outputs || outputs.truncated === true || outputs.encoding === "base64") return undefined;
  return typeof outputs.content === "string" ? outputs.content : undefined;
}

/** Where the last call says that its file is. */
export function previousPath(messages: readonly Message[]): string | undefined {
  const { to, path } = lastOutputs(messages) ?? {};
  return typeof to === "string" ? to : typeof path === "string" ? path : undefined;
}

function lastOutputs(messages: readonly Message[]): JsonObject | undefined {
  const message = messages.findLast(({ role }) => role === "tool");
  const result = message && readResult(message);
  const outputs = result?.ok ? broughtBy(result.outputs) : null;
  return isJsonObject(outputs) ? outputs : undefined;
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
    const outputs = broughtBy(result.outputs);
    const number = pick(outputs, NUMBERS, (it) => typeof it === "number");
    const text = pick(outputs, TEXTS, (it) => typeof it === "string");
    const taken = shape === "number" ? number : (text ?? number?.toString());
    // A part of a text is not the text.
    const isCut =
      isJsonObject(outputs) && (outputs.truncated === true || outputs.encoding === "base64");
    if (isCut && taken === text && shape !== "number") return undefined;
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
