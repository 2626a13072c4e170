import type { JsonValue } from "./json.ts";

/**
 * One text for one value, whatever the order of its keys: keys sorted by UTF-16 code units and
 * numbers as JavaScript prints them, as in RFC 8785. Digests and the audit chain rest on it.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as JsonValue)}`);
  return `{${members.join(",")}}`;
}
