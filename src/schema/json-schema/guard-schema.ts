import {
  format as FORMATS,
  ignoredKeyword,
  schemaArrayKeyword,
  schemaMapKeyword,
} from "@cfworker/json-schema";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { isPlainPattern } from "./linear-pattern.ts";
import type { Patterns } from "./patterns.ts";
import type { TextTest } from "./with-formats.ts";

export type Guard = {
  /** What may still be done before checking a value is given up. */
  left: number;
  readonly patterns: Patterns;
  /** The schema's own, by the name that stands in the guarded schema. */
  readonly formats: Map<string, TextTest>;
};

/** Thrown when the budget is spent. */
export const SPENT = new Error("There is too much to check.");

const OWN = "capstan:";
const PATTERN = `${OWN}pattern `;
/** Steps through an expression that take as long as checking one value. */
const STEPS_AT_ONCE = 16;
/** A format is an expression of the library's own, and some take the square of the length. */
const MAX_FORMATTED = 4_096;
/** Each item is compared with each: beyond so many they are too many instead. */
const MAX_UNIQUE = 2_000;
const UNIQUE: JsonObject = {
  maxItems: MAX_UNIQUE,
  if: { minItems: MAX_UNIQUE + 1 },
  else: { uniqueItems: true },
};
/** Comparisons with the members of a list that take as long as checking one value. */
const LISTED_AT_ONCE = 50;

const MAX_NAMED = 50;

/**
 * A schema that says the same, and that no value makes its reader stand still for (A89). Schemas come
 * from outside, and values too; the library reads them with JavaScript's expressions and no limit. So
 * patterns become formats that are tested in linear time, and every part of the schema counts how
 * often it is read. Throws for what cannot be made safe.
 */
export function guardSchema(schema: JsonValue, guard: Guard): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const { pattern, format, uniqueItems, $recursiveAnchor: _, ...rest } = schema;
  const guarded: JsonObject = Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => [keyword, guardPart(keyword, value, guard)]),
  );
  if (typeof format === "string" && isFormat(format)) guarded.format = ownFormat(format);
  const more = [
    ...(typeof pattern === "string" ? [{ format: patternFormat(pattern, guard) }] : []),
    ...(uniqueItems === true ? [UNIQUE] : []),
  ];
  if (more.length > 0) {
    guarded.allOf = [...(Array.isArray(guarded.allOf) ? guarded.allOf : []), ...more];
  }
  return counted(guarded, weightOf(schema), guard);
}

/** The pattern that a value does not match, by the name of the format it became. */
export function patternOf(format: string): string | undefined {
  return format.startsWith(PATTERN) ? format.slice(PATTERN.length) : undefined;
}

/** As the schema named it. */
export function formatOf(format: string): string {
  return format.startsWith(OWN) ? format.slice(OWN.length) : format;
}

/** The library looks for schemas in the same places. */
function guardPart(keyword: string, value: JsonValue, guard: Guard): JsonValue {
  if (Object.hasOwn(ignoredKeyword, keyword)) return value;
  if (Array.isArray(value)) {
    return Object.hasOwn(schemaArrayKeyword, keyword)
      ? value.map((item) => guardSchema(item, guard))
      : value;
  }
  if (!isJsonObject(value) || !Object.hasOwn(schemaMapKeyword, keyword)) {
    return guardSchema(value, guard);
  }
  if (keyword === "patternProperties") assertPlain(Object.keys(value));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, guardSchema(item, guard)]),
  );
}

/** Each is tested with the name of every field, by the library itself. */
function assertPlain(patterns: readonly string[]): void {
  if (patterns.length > MAX_NAMED) {
    throw new Error(
      `"patternProperties" has ${patterns.length} patterns; ${MAX_NAMED} are allowed.`,
    );
  }
  const involved = patterns.find((pattern) => !isPlainPattern(pattern));
  if (involved === undefined) return;
  const message = `"patternProperties" has "${involved}", which is too involved: use the beginning of a name, such as "^x-", or one kind of character, such as "^[a-z]+$".`;
  throw new Error(message);
}

/** The library asks for this keyword once each time it reads the schema, and knows it no more. */
function counted(schema: JsonObject, weight: number, guard: Guard): JsonObject {
  return Object.defineProperty(schema, "$recursiveAnchor", {
    enumerable: false,
    get() {
      spend(guard, weight);
      return undefined;
    },
  });
}

function weightOf({ enum: choices, required, properties }: JsonObject): number {
  const listed =
    (Array.isArray(choices) ? choices.length : 0) +
    (Array.isArray(required) ? required.length : 0) +
    (isJsonObject(properties) ? Object.keys(properties).length : 0);
  return 1 + Math.floor(listed / LISTED_AT_ONCE);
}

/** The rest says something to people only. */
function isFormat(name: string): boolean {
  return Object.hasOwn(FORMATS, name) && !name.startsWith(OWN);
}

function ownFormat(name: string): string {
  const test = FORMATS[name];
  const own = `${OWN}${name}`;
  FORMATS[own] ??= (text) => text.length <= MAX_FORMATTED && test?.(text) === true;
  return own;
}

function patternFormat(pattern: string, guard: Guard): string {
  const name = `${PATTERN}${pattern}`;
  const { test, weight } = guard.patterns.compile(pattern);
  guard.formats.set(name, (text) => {
    spend(guard, Math.floor((text.length * weight) / STEPS_AT_ONCE));
    return test(text);
  });
  return name;
}

function spend(guard: Guard, weight: number): void {
  guard.left -= weight;
  if (guard.left < 0) throw SPENT;
}
