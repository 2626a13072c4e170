import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { Tool } from "../../schema/tool.ts";
import { wordsOfName } from "./field.ts";

const SLOT = /\{([^{}]{1,100})\}/g;
const LONGEST = 120;

/** What a call does, in the words of the example that says most of its input. */
export function sayStep({ name, examples }: Tool, input: JsonValue): string {
  const given: JsonObject = isJsonObject(input) ? input : {};
  const named = (example: string) => [...example.matchAll(SLOT)].map(([, slot = ""]) => slot);
  const whole = examples
    .filter((example) => named(example).every((slot) => Object.hasOwn(given, slot)))
    .toSorted((a, b) => named(b).length - named(a).length);
  const [best = wordsOfName(name)] = whole;
  const text = best.replaceAll(SLOT, (_, slot: string) => sayInput(given[slot]));
  const told = new Set(named(best));
  const more = Object.entries(given)
    .filter(([field]) => !told.has(field))
    .map(([field, value]) => `${wordsOfName(field)}: ${sayInput(value)}`);
  const rest = more.length > 0 ? ` (${more.join(", ")})` : "";
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${rest}.`;
}

function sayInput(value: JsonValue | undefined): string {
  if (isJsonObject(value) && ("$from" in value || "$join" in value)) {
    if (!Array.isArray(value.$join)) return "what the step before brings";
    return value.$join.map(sayInput).join(" and then ").replaceAll("\n", "");
  }
  const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
