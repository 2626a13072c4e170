import { isJsonObject, type JsonObject, type JsonValue } from "../base/json.ts";
import { Reference } from "./plan.ts";
import type { JsonSchema } from "./tool.ts";

/** A reference, and where it stands: "items/0/path". */
type Placed = { readonly at: string; readonly reference: Reference };

/** Every reference in a value; null in place of one that is broken. */
export function referencesIn(
  value: JsonValue,
  at = "",
): readonly (Placed | { readonly at: string; readonly reference: null })[] {
  if (isReference(value)) {
    return [{ at, reference: Reference.safeParse(value).data ?? null }];
  }
  return entriesOf(value).flatMap(([key, member]) =>
    referencesIn(member, at ? `${at}/${key}` : key),
  );
}

/** The value with what earlier steps gave in place of its references; undefined if one gives nothing. */
export function resolveReferences(
  value: JsonValue,
  outputsOf: (stepId: string) => JsonValue | undefined,
): JsonValue | undefined {
  if (isReference(value)) {
    const { data } = Reference.safeParse(value);
    const outputs = data && outputsOf(data.$from);
    return outputs === undefined ? undefined : partOf(outputs, data?.path ?? "");
  }
  if (isJoin(value)) {
    const parts = value.$join.map((part) => resolveReferences(part, outputsOf));
    return parts.every(isPlain) ? parts.map(String).reduce(joined, "") : undefined;
  }
  if (Array.isArray(value)) {
    const items = value.map((item) => resolveReferences(item, outputsOf));
    return items.includes(undefined) ? undefined : (items as JsonValue[]);
  }
  if (!isJsonObject(value)) return value;
  const whole: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const resolved = resolveReferences(member, outputsOf);
    if (resolved === undefined) return undefined;
    define(whole, key, resolved);
  }
  return whole;
}

/** "17 * 23, and write it to a file": a number becomes the text that the field wants. */
export function fitTexts(schema: JsonSchema, inputs: JsonObject): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties)) return inputs;
  const fitted: JsonObject = {};
  for (const [key, value] of Object.entries(inputs)) {
    const wanted = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const isText = isJsonObject(wanted) && wanted.type === "string";
    define(fitted, key, isText && isPlain(value) ? String(value) : value);
  }
  return fitted;
}

function isReference(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Object.hasOwn(value, "$from");
}

/** One text made of several. */
function isJoin(value: JsonValue): value is { $join: JsonValue[] } {
  return isJsonObject(value) && Object.keys(value).length === 1 && Array.isArray(value.$join);
}

/** A part on a line of its own needs no second break behind one, and none at the very beginning. */
function joined(before: string, part: string): string {
  const isBroken = before === "" || before.endsWith("\n");
  return `${before}${isBroken && part.startsWith("\n") ? part.slice(1) : part}`;
}

function isPlain(value: JsonValue | undefined): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** A key `__proto__` stays a key. */
function define(whole: JsonObject, key: string, value: JsonValue): void {
  Object.defineProperty(whole, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function entriesOf(value: JsonValue): [string, JsonValue][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

/** What was cut, or is not text, must not be written somewhere else as if it were all of it. */
function isNotWhole(part: JsonValue): boolean {
  return isJsonObject(part) && (part.truncated === true || part.encoding === "base64");
}

/** By a JSON pointer. */
function partOf(value: JsonValue, pointer: string): JsonValue | undefined {
  let part: JsonValue | undefined = value;
  for (const name of pointer.split("/").slice(1)) {
    const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof part !== "object" || part === null || !Object.hasOwn(part, key)) return undefined;
    if (key === "content" && isNotWhole(part)) return undefined;
    if (Array.isArray(part) && !/^\d+$/.test(key)) return undefined;
    part = (part as JsonObject)[key];
  }
  return part;
}
