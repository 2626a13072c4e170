import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import type { JsonObject, JsonValue } from "../../base/json.ts";
import { type Guard, guardSchema, SPENT } from "./guard-schema.ts";
import { createPatterns, type Patterns } from "./patterns.ts";
import { withFormats } from "./with-formats.ts";

type Result = { readonly valid: boolean; readonly errors: readonly OutputUnit[] };

/** Takes a fifth of a second. A thousand records of twenty fields need a sixth of it. */
const MOST_READ = 120_000;

/**
 * Holds values against a JSON Schema (2020-12) from anywhere: nothing is fetched, no code is
 * generated, and no value takes longer than it should (A89). Throws when the schema is not one.
 */
export function createValidator(
  schema: JsonObject,
  { first, patterns = createPatterns() }: { readonly first: boolean; readonly patterns?: Patterns },
): (value: JsonValue) => Result {
  const guard: Guard = { left: 0, patterns, formats: new Map() };
  const guarded = guardSchema(schema, guard) as Schema;
  const validator = new Validator(guarded, "2020-12", first);
  return (value) => {
    guard.left = MOST_READ;
    try {
      return withFormats(guard.formats, () => validator.validate(value));
    } catch (error) {
      // A reference that leads back to itself ends with the stack.
      if (error === SPENT || error instanceof RangeError) return tooMuch();
      throw error;
    }
  };
}

function tooMuch(): Result {
  const error = "There is too much to check: the value is too large for its schema.";
  const at = { instanceLocation: "#", keywordLocation: "#", keyword: "too much" };
  return { valid: false, errors: [{ ...at, error }] };
}
