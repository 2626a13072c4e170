import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { JsonSchema } from "../../schema/tool.ts";

/** Each spelling of a path or an address becomes the one that a tool would read. */
const SPELLINGS: ReadonlyMap<string, (text: string) => string> = new Map([
  ["path", canonicalPath],
  ["uri", canonicalUri],
  ["iri", canonicalUri],
]);

const MAX_DEPTH = 20;

/**
 * Inputs as the tool will read them: policy judges these, people see these, and these run. Otherwise
 * a rule about `/vault` would not see `//vault`, nor one about `127.0.0.1` see `127.1`. The very same
 * object when nothing is spelled otherwise.
 */
export function canonicalInputs(schema: JsonSchema, inputs: JsonObject): JsonObject {
  const canonical = rewrite(schema, inputs, 0);
  return isJsonObject(canonical) ? canonical : inputs;
}

function rewrite(schema: JsonValue | undefined, value: JsonValue, depth: number): JsonValue {
  if (!isJsonObject(schema) || depth > MAX_DEPTH) return value;
  if (typeof value === "string") {
    const spell = typeof schema.format === "string" ? SPELLINGS.get(schema.format) : undefined;
    return spell ? spell(value) : value;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => rewrite(schema.items, item, depth + 1));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  const { properties } = schema;
  if (!isJsonObject(value) || !isJsonObject(properties)) return value;
  let changed: JsonObject | undefined;
  for (const key of Object.keys(properties)) {
    if (!Object.hasOwn(value, key)) continue;
    const before = value[key] ?? null;
    const after = rewrite(properties[key], before, depth + 1);
    if (after === before) continue;
    changed ??= { ...value };
    changed[key] = after;
  }
  return changed ?? value;
}

/** What a tool would refuse stays as it is: it says so itself. */
function canonicalPath(text: string): string {
  const path = text.normalize("NFC").replace(/\/{2,}/g, "/");
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function canonicalUri(text: string): string {
  const url = URL.parse(text);
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url.href : text;
}
