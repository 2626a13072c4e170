import { isJsonObject, type JsonObject } from "../../base/json.ts";
import { wordsOfName } from "../../base/say-call.ts";
import type { Tool } from "../../schema/tool.ts";
import { isLongText, kindsOf, sideOf, unitOf } from "./field-kind.ts";
import type { ValueKind } from "./recognise/value.ts";
import { stemsOf } from "./words.ts";

export type Field = {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
  /** `word`: a name or a few words; `text`: any words; `other`: no words fill it. */
  readonly shape: "number" | "boolean" | "choice" | "word" | "text" | "list" | "other";
  readonly options: readonly string[];
  /** The kinds of values that fill it. */
  readonly kinds: ReadonlySet<ValueKind>;
  /** Only these: any other words are not a value of it. */
  readonly strict: boolean;
  /** Of a path: which files it names; undefined where the schema does not say. */
  readonly files: "session" | "machine" | undefined;
  /** Of a limit: which side of it is kept. */
  readonly side?: string;
  /** Seconds of one, when it counts time. */
  readonly unit?: number;
  readonly nameStems: readonly string[];
};

const MOST_FIELDS = 24;
const MOST_OPTIONS = 300;
const STRICT: ReadonlySet<ValueKind> = new Set([
  ...(["url", "email", "host", "date", "zone", "path", "glob"] as const),
  ...(["size", "age", "filetype", "expression"] as const),
]);

export function readFields(tool: Tool): Field[] {
  const { properties, required } = tool.inputSchema;
  if (!isJsonObject(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties)
    .filter(([name]) => name !== "__proto__" && name !== "confirmed" && name !== "dry_run")
    .toSorted(([a], [b]) => Number(needed.has(b)) - Number(needed.has(a)))
    .slice(0, MOST_FIELDS)
    .map(([name, schema]) =>
      readField(tool, name, isJsonObject(schema) ? schema : {}, needed.has(name)),
    );
}

function readField(tool: Tool, name: string, schema: JsonObject, required: boolean): Field {
  const nameStems = stemsOf(wordsOfName(name));
  const description = typeof schema.description === "string" ? schema.description : "";
  const about = new Set(stemsOf(withoutSamples(description.slice(0, 500))));
  const options = optionsOf(schema);
  const told = { name, nameStems: new Set(nameStems), about, description, schema };
  const kinds = options.length > 0 ? new Set<ValueKind>() : kindsOf(typeOf(schema), told);
  const shape = shapeOf(schema, options, told);
  const unit = shape === "number" ? unitOf(told) : undefined;
  const side = kinds.has("size") || kinds.has("age") ? sideOf(told) : undefined;
  const strict = kinds.size > 0 && [...kinds].every((kind) => STRICT.has(kind));
  const isOfSession = /\bsession\b/i.test(description);
  const isOfMachine = schema.format === "path" && tool.sourceType === "agent";
  return {
    ...{ name, schema, required, shape, options, kinds, strict, nameStems },
    files: isOfSession ? "session" : isOfMachine ? "machine" : undefined,
    ...(unit !== undefined && { unit }),
    ...(side !== undefined && { side }),
  };
}

/** "such as /docs/readme.txt" says nothing about a field but its form. */
function withoutSamples(description: string): string {
  return description
    .replaceAll(/\b(?:such as|e\.g\.|for example|like)\b[^;]*/gi, "")
    .replaceAll(/"[^"]*"|\S*[/*]\S*/g, "");
}

function typeOf({ type }: JsonObject): string | undefined {
  if (typeof type === "string") return type;
  const first = Array.isArray(type) ? type.find((it) => it !== "null") : undefined;
  return typeof first === "string" ? first : undefined;
}

function optionsOf(schema: JsonObject): string[] {
  if (!Array.isArray(schema.enum)) return [];
  return schema.enum
    .slice(0, MOST_OPTIONS)
    .filter((it): it is string => typeof it === "string" && it.length > 0 && it.length <= 100);
}

function shapeOf(
  schema: JsonObject,
  options: readonly string[],
  said: Parameters<typeof isLongText>[0],
): Field["shape"] {
  if (options.length > 0) return "choice";
  if (Array.isArray(schema.enum) || "const" in schema) return "other";
  switch (typeOf(schema)) {
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return "list";
    case "string":
      if (kindsOf("string", said).size === 0 && !isLongText(said)) return "other";
      return isLongText(said) ? "text" : "word";
    default:
      return "other";
  }
}
