import type { JsonValue } from "../../base/json.ts";
import { wordsOfName } from "../../base/say-call.ts";

const LONGEST = 4_000;
const MOST = 50;

/** Any JSON as text that people read: names and values, a line for each entry of a list. */
export function sayValue(value: JsonValue, depth = 0): string {
  if (value === null) return "nothing";
  if (typeof value === "string") return shorten(value);
  if (typeof value !== "object") return String(value);
  if (depth > 2) return shorten(JSON.stringify(value));
  if (Array.isArray(value)) {
    if (value.length === 0) return "none";
    const lines = value.slice(0, MOST).map((item) => `- ${sayValue(item, depth + 1)}`);
    const more = value.length > MOST ? [`- … and ${value.length - MOST} more`] : [];
    return `\n${[...lines, ...more].join("\n")}`;
  }
  const parts = Object.entries(value).map(
    ([name, part]) => `${wordsOfName(name)}: ${sayValue(part, depth + 1)}`,
  );
  return shorten(parts.join(", "));
}

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
