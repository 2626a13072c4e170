import { assertSmall } from "./assert-small.ts";
import { CapstanError } from "./errors.ts";

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/**
 * Parses text from outside. Refuses `__proto__` as a key, because one careless copy of such an
 * object changes the prototype of the target; nesting that would overflow recursive readers; and
 * halves of surrogate pairs, which UTF-8 cannot carry: two texts would become one in the store;
 * numbers that no JSON can say again, which would be judged as null and run as something else; and more
 * values than anyone should wait for.
 */
export function parseJson(text: string, maxValues?: number): JsonValue {
  assertSmall(text, maxValues);
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CapstanError("JSON_INVALID", "This is not valid JSON.", { cause });
  }
  assertPlain(value);
  return value;
}

/** The text that carries a value, or `undefined` when none can (cycles, BigInt, functions). */
export function toJsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/**
 * What a program's own value says, once: no getter, proxy or later change of it reaches whoever reads
 * the answer. Refuses what JSON cannot carry.
 */
export function readJson(value: unknown): JsonValue {
  const text = toJsonText(value);
  if (text === undefined) throw new CapstanError("JSON_INVALID", "This value is not JSON.");
  return parseJson(text);
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Another value that says the same. Entries, not assignments: a key `__proto__` stays a key. */
export function copyJson<T extends JsonValue>(value: T): T;
export function copyJson(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => copyJson(item));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyJson(item)]));
}

function assertPlain(root: JsonValue): void {
  for (let level: JsonValue[] = [root]; level.length > 0; ) {
    const next: JsonValue[] = [];
    for (const value of level) {
      if (typeof value === "string") assertWellFormed(value);
      if (typeof value === "number" && !Number.isFinite(value)) {
        throw new CapstanError("REQUEST_INVALID", "A number is too large to be kept as it is.");
      }
      if (typeof value !== "object" || value === null) continue;
      if (Object.hasOwn(value, "__proto__")) {
        throw new CapstanError("REQUEST_INVALID", 'The key "__proto__" is not allowed.', {
          details: { field: "__proto__" },
        });
      }
      for (const [key, child] of Object.entries(value)) {
        assertWellFormed(key);
        next.push(child);
      }
    }
    level = next;
  }
}

function assertWellFormed(text: string): void {
  if (text.isWellFormed()) return;
  throw new CapstanError("REQUEST_INVALID", "A text holds half of a surrogate pair: send Unicode.");
}
