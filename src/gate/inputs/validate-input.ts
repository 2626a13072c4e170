import { CapstanError } from "../../base/errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { CatalogEntry } from "../catalog/catalog-entry.ts";
import { canonicalInputs } from "./canonical-inputs.ts";
import { schemaProblems } from "./schema-problems.ts";

/**
 * The input as the tool will read it, if it fits the tool's JSON Schema; the message names the first
 * wrong field.
 */
export function validateInput(
  { tool, checksOwnInputs = false }: Pick<CatalogEntry, "tool" | "checksOwnInputs">,
  inputs: JsonValue,
  /** What earlier calls of the same run gave. */
  before: JsonObject = {},
): JsonObject {
  if (!isJsonObject(inputs)) {
    throw new CapstanError("INPUT_INVALID", `The input of "${tool.name}" must be an object.`, {
      details: { field: "inputs" },
    });
  }
  const given = { ...before, ...unconfirmed(inputs) };
  if (checksOwnInputs) return given;
  const [first, ...more] = schemaProblems(tool.inputSchema, given);
  if (!first) return canonicalInputs(tool.inputSchema, given);
  throw new CapstanError("INPUT_INVALID", `Input of "${tool.name}": ${first.message}`, {
    details: { field: first.field, problems: [first, ...more] },
  });
}

/** Nobody confirms by saying so: a tool learns it from the recorded approval alone (X7). */
function unconfirmed(inputs: JsonObject): JsonObject {
  if (!Object.hasOwn(inputs, "confirmed")) return inputs;
  const { confirmed: _, ...given } = inputs;
  return given;
}
