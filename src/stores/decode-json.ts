import type * as z from "zod";
import { CapstanError } from "../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../base/json.ts";

/** A stored JSON column as its schema describes it. `column` is written `table.column`. */
export function decodeJson<T>(schema: z.ZodType<T>, text: string, column: string): T {
  return checkStored(schema, parseStored(text, column), column);
}

export function checkStored<T>(schema: z.ZodType<T>, value: unknown, column: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw corrupt(column, result.error);
}

/** For columns that hold any JSON at all: whatever JSON.parse returns is valid, at any size. */
export function parseStored(text: string, column: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw corrupt(column, cause);
  }
}

export function parseStoredObject(text: string, column: string): JsonObject {
  const value = parseStored(text, column);
  if (isJsonObject(value)) return value;
  throw corrupt(column);
}

export function corrupt(column: string, cause?: unknown): CapstanError {
  return new CapstanError("STORE_CORRUPT", `A stored ${column} does not match its schema.`, {
    cause,
  });
}
