import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import type { JsonObject, JsonValue } from "../../base/json.ts";
import { type Budget, guardSchema, SPENT } from "./guard-schema.ts";

type Result = { readonly valid: boolean; readonly errors: readonly OutputUnit[] };

/** Takes a third of a second. A thousand records of twenty fields need a tenth of it. */
const MOST_READ = 200_000;

/**
 * Holds values against a JSON Schema (2020-12) from anywhere: nothing is fetched, no code is
 * generated, and no value takes longer than it should (A89). Throws when the schema is not one.
 */
export function createValidator(
  schema: JsonObject,
  { first }: { readonly first: boolean },
): (value: JsonValue) => Result {
  const budget: Budget = { left: 0 };
  const guarded = guardSchema(schema, budget) as Schema;
  const validator = new Validator(guarded, "2020-12", first);
  return (value) => {
    budget.left = MOST_READ;
    try {
      return validator.validate(value);
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
