import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import { stripHidden } from "../../../base/strip-hidden.ts";
import type { Question } from "../../../gate/executor.ts";

const MAX_MESSAGE = 2_000;
const MAX_FIELDS = 50;
const MAX_CHOICES = 200;
const MAX_TITLE = 200;

/** Whether what a server asks is a form, and no address to open. */
export function isForm(asked: JsonObject): boolean {
  return asked.mode !== "url" && isJsonObject(asked.requestedSchema);
}

/** What a server asks in the middle of a call (elicitation, as a form), for people. */
export function questionOf({ message, requestedSchema }: JsonObject): Question {
  const schema = isJsonObject(requestedSchema) ? requestedSchema : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  const said = stripHidden(typeof message === "string" ? message : "").slice(0, MAX_MESSAGE);
  return {
    message: `The server asks, in its own words: ${said}`,
    fields: properties
      .slice(0, MAX_FIELDS)
      .map(([name, field]) => fieldOf(name, isJsonObject(field) ? field : {}, required.has(name))),
    schema: { ...schema, type: "object" },
  };
}

function fieldOf(name: string, field: JsonObject, required: boolean): JsonValue {
  const { type, title, description, items, default: preset } = field;
  // Of a list, each of its values is chosen.
  const chosen = type === "array" && isJsonObject(items) ? items : field;
  const choices = choicesOf(chosen)?.slice(0, MAX_CHOICES);
  const titles = choices && titlesOf(chosen)?.slice(0, choices.length);
  const words = [title, description].filter((text) => typeof text === "string").join(": ");
  return {
    name: stripHidden(name).slice(0, 100),
    type: typeof type === "string" ? type : "string",
    description: stripHidden(words).slice(0, MAX_MESSAGE),
    required,
    ...(choices && { choices }),
    ...(titles && { choice_titles: titles }),
    ...(preset !== undefined && { default: preset }),
  };
}

/** Bare values, or values with a title each. */
function choicesOf({ enum: bare, oneOf, anyOf }: JsonObject): JsonValue[] | undefined {
  if (Array.isArray(bare)) return bare;
  const titled = oneOf ?? anyOf;
  if (!Array.isArray(titled)) return undefined;
  const values = titled.map((it) => (isJsonObject(it) ? it.const : undefined));
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** What the server calls its choices, one for each: `oneOf` and `anyOf` with titles, or `enumNames`. */
function titlesOf({ enum: bare, enumNames, oneOf, anyOf }: JsonObject): string[] | undefined {
  const titled = oneOf ?? anyOf;
  const names = Array.isArray(bare)
    ? enumNames
    : Array.isArray(titled) && titled.map((it) => (isJsonObject(it) ? (it.title ?? "") : ""));
  if (!Array.isArray(names) || names.every((name) => name === "")) return undefined;
  return names.map((name) => stripHidden(typeof name === "string" ? name : "").slice(0, MAX_TITLE));
}
