import type * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../base/json.ts";

/** A stored JSON column as its schema describes it. `place` is `table.column`. */
export function decodeJson<T>(schema: z.ZodType<T>, text: string, place: string): T {
  return checkStored(schema, parseStored(text, place), place);
}

export function checkStored<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw corrupt(place, result.error);
}

/** For columns that hold any JSON at all: whatever JSON.parse returns is valid, at any size. */
export function parseStored(text: string, place: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw corrupt(place, cause);
  }
}

export function parseStoredObject(text: string, place: string): JsonObject {
  const value = parseStored(text, place);
  if (isJsonObject(value)) return value;
  throw corrupt(place);
}

export function corrupt(place: string, cause?: unknown): CapstanError {
  return new CapstanError("STORE_CORRUPT", `A stored ${place} does not match its schema.`, {
    cause,
  });
}
