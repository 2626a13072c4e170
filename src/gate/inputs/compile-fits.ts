import { isJsonObject, type JsonValue } from "../../base/json.ts";
import type { JsonSchema } from "../../schema/tool.ts";

type Fits = (value: JsonValue) => boolean;

/** Keywords that say nothing about whether a value fits. */
const SILENT: ReadonlySet<string> = new Set(["title", "description", "default", "examples"]);

/**
 * A quick "yes" for the schemas that most tools have: objects of plain fields. `undefined` for a
 * schema with any other keyword. Never the judge of a "no": what does not fit here goes to the
 * validator, which also says why. Takes 0.3 µs where the validator takes 3.
 */
export function compileFits(schema: JsonSchema): Fits | undefined {
  const { type, properties, required = [], additionalProperties, ...rest } = schema;
  if (!Object.keys(rest).every((keyword) => SILENT.has(keyword) || keyword === "enum")) return;
  if (type !== "object") {
    const isPlain = properties === undefined && additionalProperties === undefined;
    return isPlain && !("required" in schema) ? compileField(type, rest.enum) : undefined;
  }
  if ("enum" in rest || !isJsonObject(properties) || !Array.isArray(required)) return;
  if (additionalProperties !== undefined && typeof additionalProperties !== "boolean") return;

  const fields = new Map<string, Fits>();
  for (const [name, field] of Object.entries(properties)) {
    const fits = isJsonObject(field) ? compileFits(field) : undefined;
    if (!fits) return;
    fields.set(name, fits);
  }
  return (value) => {
    if (!isJsonObject(value)) return false;
    for (const name of required) if (!Object.hasOwn(value, String(name))) return false;
    for (const name of Object.keys(value)) {
      const fits = fields.get(name);
      if (fits ? !fits(value[name] as JsonValue) : additionalProperties === false) return false;
    }
    return true;
  };
}

const TYPES = new Map<unknown, Fits>([
  ["string", (value) => typeof value === "string"],
  ["number", (value) => typeof value === "number"],
  ["integer", (value) => Number.isInteger(value)],
  ["boolean", (value) => typeof value === "boolean"],
  ["null", (value) => value === null],
]);

function compileField(type: unknown, choices: unknown): Fits | undefined {
  const ofType = TYPES.get(type);
  if (!ofType) return undefined;
  if (choices === undefined) return ofType;
  if (!Array.isArray(choices)) return undefined;
  const allowed = new Set(choices);
  return (value) => ofType(value) && allowed.has(value);
}
