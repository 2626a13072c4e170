import type { OutputUnit } from "@cfworker/json-schema";
import type { JsonValue } from "../../base/json.ts";
import { createValidator } from "../../schema/json-schema/create-validator.ts";
import { formatOf, patternOf } from "../../schema/json-schema/guard-schema.ts";
import type { Patterns } from "../../schema/json-schema/patterns.ts";
import type { JsonSchema } from "../../schema/tool.ts";
import { compileFits } from "./compile-fits.ts";

export type SchemaProblem = { readonly field: string; readonly message: string };

const MOST_TOLD = 20;

type Checker = {
  readonly fits: ReturnType<typeof compileFits>;
  readonly validate: ReturnType<typeof createValidator>;
};

// Building a checker walks the whole schema. Schemas in the catalog are never changed in place, so
// the object is the key.
const checkers = new WeakMap<JsonSchema, Checker>();

/**
 * What is wrong with a value by its JSON Schema (2020-12), naming each field; empty when it fits.
 * Nothing fits a schema that is broken: whoever wrote it is not here to be told.
 */
export function schemaProblems(schema: JsonSchema, value: JsonValue): SchemaProblem[] {
  try {
    return problemsOf(checkerOf(schema), value);
  } catch (error) {
    return [{ field: "schema", message: `its own schema cannot be used. ${reasonOf(error)}` }];
  }
}

/** Why nothing can be held against a schema; undefined when something can. */
export function schemaFault(schema: JsonSchema, patterns?: Patterns): string | undefined {
  try {
    problemsOf(checkerOf(schema, patterns), {});
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function checkerOf(schema: JsonSchema, patterns?: Patterns): Checker {
  const known = checkers.get(schema);
  if (known) return known;
  const validate = createValidator(schema, { first: false, ...(patterns && { patterns }) });
  const checker = { fits: compileFits(schema), validate };
  checkers.set(schema, checker);
  return checker;
}

function problemsOf({ fits, validate }: Checker, value: JsonValue): SchemaProblem[] {
  if (fits?.(value)) return [];
  const { valid, errors } = validate(value);
  if (valid) return [];
  // The validator reports every level on the way down; only the deepest say what is wrong.
  const specific = errors.filter(({ keyword }) => !ENCLOSING.has(keyword));
  return (specific.length > 0 ? specific : errors).slice(0, MOST_TOLD).map(toProblem);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
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
  if (keyword === "format") return { field, message: `"${field}" ${misfit(error)}` };
  return { field, message: `"${field}": ${error}` };
}

function misfit(error: string): string {
  const format = error.slice(error.indexOf('"') + 1, error.lastIndexOf('"'));
  const pattern = patternOf(format);
  return pattern === undefined
    ? `must have the format "${formatOf(format)}".`
    : `must match the pattern ${pattern}`;
}
