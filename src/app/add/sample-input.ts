import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { schemaProblems } from "../../gate/inputs/schema-problems.ts";
import type { JsonSchema } from "../../schema/tool.ts";

/** The smallest input that fits a schema; null where none is found. */
export function sampleInput(schema: JsonSchema): JsonObject | null {
  const { properties, required } = schema;
  const fields = isJsonObject(properties) ? properties : {};
  const names = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  const entries = names.map((name) => [name, valueFor(fields, name)] as const);
  const input = Object.fromEntries(entries);
  try {
    return schemaProblems(schema, input).length === 0 ? input : null;
  } catch {
    // A schema that cannot be used is refused elsewhere, with its reason.
    return null;
  }
}

function valueFor(fields: JsonObject, name: string): JsonValue {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!isJsonObject(field)) return name;
  const { const: only, default: usual, examples, minimum = 1, type } = field;
  const [first] = Array.isArray(field.enum) ? field.enum : [];
  const [shown] = Array.isArray(examples) ? examples : [];
  const given = only ?? usual ?? first ?? shown;
  if (given !== undefined) return given;
  if (type === "integer" || type === "number") return minimum;
  if (type === "boolean") return false;
  if (type === "array") return [];
  return type === "object" ? {} : name;
}
