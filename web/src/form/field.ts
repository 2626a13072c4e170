import { isObject, type Json, type JsonObject, member } from "../api/json.ts";

/** A value that can be chosen, and the words for it: those are of whoever asks, so both are shown. */
export type Option = { readonly value: string; readonly label: string };

export type Field = {
  readonly name: string;
  readonly title: string;
  readonly kind: "text" | "long" | "code" | "number" | "integer" | "boolean" | "choice" | "json";
  readonly description: string;
  readonly required: boolean;
  readonly options: readonly Option[];
  readonly fallback: Json | undefined;
};

/** A text that may be longer than this is a program or a document: it is shown as it is, line by line. */
const MOST_OF_PROSE = 5_000;
const LONG_NAMES = /content|text|body|prompt|query|script|message|description|code|csv|json/i;

/** What a JSON Schema of an object asks for, as far as a form can ask it; the rest is typed as JSON. */
export function fieldsOf(schema: Json | undefined): Field[] {
  const properties = member(schema, "properties");
  const required = member(schema, "required");
  if (!isObject(properties)) return [];
  const wanted = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, property]) =>
    fieldOf(name, property, wanted.includes(name)),
  );
}

/** The fields of an input request: names alone, or names with a type and a description (S10). */
export function requestedFields(fields: readonly Json[]): Field[] {
  return fields.flatMap((field) => {
    if (typeof field === "string") return [fieldOf(field, {}, true)];
    const name = member(field, "name");
    if (typeof name !== "string") return [];
    return [fieldOf(name, field, member(field, "required") !== false)];
  });
}

function fieldOf(name: string, property: Json | undefined, required: boolean): Field {
  const title = member(property, "title");
  const description = member(property, "description");
  const isList = member(property, "type") === "array";
  // The choices of a list stand with its items in a schema, and with itself in an input request.
  const items = isList ? member(property, "items") : undefined;
  const options = optionsOf(isObject(items) ? items : property);
  return {
    name,
    title: typeof title === "string" ? title : name,
    kind: options.length > 0 && !isList ? "choice" : kindOf(name, property),
    description: typeof description === "string" ? description : "",
    required,
    options,
    fallback: member(property, "default"),
  };
}

/** A schema says `enum`, or `oneOf` with a title for each; an input request says `choices`. */
function optionsOf(property: Json | undefined): Option[] {
  const titled = listIn(property, "oneOf") ?? listIn(property, "anyOf") ?? [];
  const bare = listIn(property, "enum") ?? listIn(property, "choices");
  const values = bare ?? titled.map((one) => member(one, "const") ?? null);
  const titles = bare
    ? (listIn(property, "enumNames") ?? listIn(property, "choice_titles") ?? [])
    : titled.map((one) => member(one, "title") ?? null);
  if (!bare && !values.every((value) => typeof value === "string")) return [];
  return values.flatMap((value, at) => {
    if (typeof value !== "string") return [];
    const title = titles[at];
    const isNamed = typeof title === "string" && title !== "" && title !== value;
    return [{ value, label: isNamed ? `${title} (${value})` : value }];
  });
}

function listIn(property: Json | undefined, name: string): readonly Json[] | undefined {
  const list = member(property, name);
  return Array.isArray(list) ? list : undefined;
}

function kindOf(name: string, property: Json | undefined): Field["kind"] {
  const type = member(property, "type");
  if (type === "number" || type === "integer" || type === "boolean") return type;
  if (type === undefined || type === "string") {
    const most = member(property, "maxLength");
    if (typeof most === "number" && most > MOST_OF_PROSE) return "code";
    return LONG_NAMES.test(name) ? "long" : "text";
  }
  return "json";
}

/** Values as a form holds them: texts by the name of the field. */
export function textsOf(start: JsonObject | undefined): Map<string, string> {
  return new Map(
    Object.entries(start ?? {}).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}

/** What the form holds as texts, as the value that is sent; names the first field that is wrong. */
export function readFields(
  fields: readonly Field[],
  texts: ReadonlyMap<string, string>,
): { readonly value: JsonObject } | { readonly wrong: string; readonly message: string } {
  const value: Record<string, Json> = {};
  for (const field of fields) {
    const text = texts.get(field.name) ?? "";
    if (text === "" && field.kind !== "boolean") {
      if (field.required && !isText(field)) {
        return { wrong: field.name, message: `${field.title} is missing.` };
      }
      if (field.required) define(value, field.name, "");
      continue;
    }
    const read = readField(field, text);
    if (read === undefined) return { wrong: field.name, message: expectation(field) };
    define(value, field.name, read);
  }
  return { value };
}

export function isText({ kind }: Field): boolean {
  return kind === "text" || kind === "long" || kind === "code";
}

/** A field may be called anything, `__proto__` too. */
function define(target: Record<string, Json>, name: string, value: Json): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true });
}

function readField({ kind }: Field, text: string): Json | undefined {
  if (kind === "boolean") return text === "true";
  if (kind === "number" || kind === "integer") {
    const number = Number(text);
    const isRight = kind === "integer" ? Number.isInteger(number) : Number.isFinite(number);
    return isRight ? number : undefined;
  }
  if (kind !== "json") return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function expectation({ kind, title }: Field): string {
  if (kind === "json") return `${title} must be JSON, such as ["a", "b"].`;
  return `${title} must be ${kind === "integer" ? "a whole number" : "a number"}.`;
}
