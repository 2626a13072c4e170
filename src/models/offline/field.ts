import { isJsonObject, type JsonObject } from "../../base/json.ts";
import type { Tool } from "../../schema/tool.ts";
import { type Cue, cue, cuesOf } from "./cue.ts";
import type { Example } from "./example.ts";
import { isLongText, kindsOf, sideOf, unitOf } from "./field-kind.ts";
import type { ValueKind } from "./recognise/value.ts";
import { usualCues } from "./usual-cues.ts";
import { stemsOf } from "./words.ts";

export type Field = {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
  /** `word`: a name or a few words; `text`: whatever was said; `other`: nothing reads it. */
  readonly shape: "number" | "boolean" | "choice" | "word" | "text" | "list" | "other";
  readonly options: readonly string[];
  /** What recognisers may fill it with. */
  readonly kinds: ReadonlySet<ValueKind>;
  /** Only these: any other words are not a value of it. */
  readonly strict: boolean;
  /** Of a path: it is one of the session's own files, and of no folder of the machine. */
  readonly isOfSession?: boolean;
  /** Of a limit: which side of it is kept. */
  readonly side?: string;
  /** Seconds of one, when it counts time. */
  readonly unit?: number;
  readonly nameStems: readonly string[];
  readonly about: ReadonlySet<string>;
  readonly cues: readonly Cue[];
};

const MOST_FIELDS = 24;
const MOST_OPTIONS = 300;
const STRICT: ReadonlySet<ValueKind> = new Set([
  "url",
  "email",
  "host",
  "date",
  "zone",
  "path",
  "glob",
  "size",
  "age",
  "filetype",
]);

export function readFields({ name, inputSchema }: Tool, examples: readonly Example[]): Field[] {
  const { properties, required } = inputSchema;
  if (!isJsonObject(properties)) return [];
  const hasPath = Object.entries(properties).some(
    ([field, schema]) => /path/i.test(field) || (isJsonObject(schema) && schema.format === "path"),
  );
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties)
    .filter(([name]) => name !== "__proto__" && name !== "confirmed" && name !== "dry_run")
    .toSorted(([a], [b]) => Number(needed.has(b)) - Number(needed.has(a)))
    .slice(0, MOST_FIELDS)
    .map(([field, schema], at) => {
      const read = readField(
        field,
        isJsonObject(schema) ? schema : {},
        needed.has(field),
        examples,
      );
      // "grep x": a name that no example uses stands before the first thing that is needed.
      const [verb = ""] = stemsOf(wordsOfName(name));
      const isUsed = examples.some((it) =>
        it.some((token) => "stem" in token && token.stem === verb),
      );
      if (hasPath && read.shape === "word" && read.nameStems.includes("nam")) {
        const kinds = new Set([...read.kinds, "path" as const]);
        return { ...read, kinds, cues: [...read.cues, cue("find"), cue("look for")] };
      }
      const isNamed = at === 0 && read.required && examples.length > 0 && !isUsed;
      return isNamed ? { ...read, cues: [...read.cues, cue(verb)] } : read;
    });
}

function readField(
  name: string,
  schema: JsonObject,
  required: boolean,
  examples: readonly Example[],
): Field {
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
  const said = cuesOf(name, examples);
  const cues = [
    ...(said.length > 0 ? said : usualCues(nameStems, shape)),
    ...ownCues(nameStems, shape),
  ];
  return {
    ...{ name, schema, required, shape, options, kinds, strict, nameStems, about, cues },
    ...(unit !== undefined && { unit }),
    ...(side !== undefined && { side }),
    ...(kinds.has("path") && { isOfSession: /\bsession\b/i.test(description) }),
  };
}

/** "such as /docs/readme.txt" says nothing about a field but its form. */
function withoutSamples(description: string): string {
  return description
    .replaceAll(/\b(?:such as|e\.g\.|for example|like)\b[^;]*/gi, "")
    .replaceAll(/"[^"]*"|\S*[/*]\S*/g, "");
}

/** `dueDate` and `due_date` are both "due date". */
export function wordsOfName(name: string): string {
  return name
    .slice(0, 100)
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/[_-]+/g, " ");
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
      return isLongText(said) ? "text" : "word";
    default:
      return "other";
  }
}

/** "with the subject …", "priority high": the name of a field announces its value. */
function ownCues(nameStems: readonly string[], shape: Field["shape"]): Cue[] {
  const name = nameStems.join(" ");
  if (name.length < 2) return [];
  const around = shape === "choice" || shape === "number" || shape === "word";
  return [cue(name), cue(`${name} is`), cue(`${name} :`), ...(around ? [cue("", name)] : [])];
}
