import { isJsonObject, type JsonObject, type JsonValue } from "../base/json.ts";
import { stripHidden } from "../base/strip-hidden.ts";
import type { Question } from "../ports/executor.ts";

const MAX_MESSAGE = 2_000;
const MAX_FIELDS = 50;
const MAX_CHOICES = 200;

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
  const { type, title, description, default: preset } = field;
  const choices = choicesOf(field);
  const words = [title, description].filter((text) => typeof text === "string").join(": ");
  return {
    name: stripHidden(name).slice(0, 100),
    type: typeof type === "string" ? type : "string",
    description: stripHidden(words).slice(0, MAX_MESSAGE),
    required,
    ...(choices && { choices: choices.slice(0, MAX_CHOICES) }),
    ...(preset !== undefined && { default: preset }),
  };
}

/** Bare values, or values with a title each. */
function choicesOf({ enum: bare, oneOf: titled }: JsonObject): JsonValue[] | undefined {
  if (Array.isArray(bare)) return bare;
  if (!Array.isArray(titled)) return undefined;
  const values = titled.map((it) => (isJsonObject(it) ? it.const : undefined));
  return values.every((value) => value !== undefined) ? values : undefined;
}
