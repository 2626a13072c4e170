import { type OutputUnit, type Schema, Validator } from "@cfworker/json-schema";
import type { JsonValue } from "../base/json.ts";
import type { JsonSchema } from "../schema/tool.ts";
import { compileFits } from "./compile-fits.ts";

export type SchemaProblem = { readonly field: string; readonly message: string };

type Checker = { readonly fits: ReturnType<typeof compileFits>; readonly validator: Validator };

// Building a checker walks the whole schema. Schemas in the catalog are never changed in place, so
// the object is the key.
const checkers = new WeakMap<JsonSchema, Checker>();

/** What is wrong with a value by its JSON Schema (2020-12), naming each field; empty when it fits. */
export function schemaProblems(schema: JsonSchema, value: JsonValue): SchemaProblem[] {
  let checker = checkers.get(schema);
  if (!checker) {
    const validator = new Validator(schema as Schema, "2020-12", false);
    checker = { fits: compileFits(schema), validator };
    checkers.set(schema, checker);
  }
  if (checker.fits?.(value)) return [];
  const { valid, errors } = checker.validator.validate(value);
  if (valid) return [];
  // The validator reports every level on the way down; only the deepest say what is wrong.
  const specific = errors.filter(({ keyword }) => !ENCLOSING.has(keyword));
  return (specific.length > 0 ? specific : errors).map(toProblem);
}

const ENCLOSING: ReadonlySet<string> = new Set([
  "properties",
  "additionalProperties",
  "items",
  "prefixItems",
  "allOf",
  "$ref",
]);

function toProblem({ instanceLocation, keyword, error }: OutputUnit): SchemaProblem {
  const path = instanceLocation.replace(/^#\/?/, "");
  const quoted = [...error.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? "");
  if (keyword === "required") {
    const field = [path, quoted[0]].filter(Boolean).join("/");
    return { field, message: `"${field}" is missing.` };
  }
  const field = path || "inputs";
  if (keyword === "false") return { field, message: `"${field}" is not a known field.` };
  if (keyword === "type") {
    const [found, ...wanted] = quoted;
    return { field, message: `"${field}" must be ${wanted.join(" or ")}, not ${found}.` };
  }
  return { field, message: `"${field}": ${error}` };
}
