import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { InputArgument } from "../../schema/execution.ts";
import { createValidator } from "../../schema/json-schema/create-validator.ts";
import { shownText } from "./shown-text.ts";

/** What a command takes: its input schema, and its inputs in the order of its arguments. */
export type ReadArguments =
  | { readonly inputSchema: JsonObject; readonly inputs: readonly InputArgument[] }
  | { readonly problem: string };

const MAX_ARGUMENTS = 50;
const MAX_CHOICES = 200;
const NAME = /^(?!__proto__$)[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const FLAG = /^--?[A-Za-z][A-Za-z0-9-]{0,63}$/;
const SCHEMA_KEYS = ["args_schema", "input_schema", "inputSchema"] as const;

/** Where a command says nothing of its arguments (C41). */
export const ANYTHING: ReadArguments = {
  inputSchema: {
    type: "object",
    properties: {
      args: {
        type: "array",
        items: { type: "string" },
        maxItems: MAX_ARGUMENTS,
        description: "The arguments, one each, in order.",
      },
    },
    additionalProperties: false,
  },
  inputs: [{ input: "args" }],
};

const TYPES: ReadonlyMap<string, string> = new Map([
  ...["string", "str", "text", "path", "file", "url", "enum", "choice"].map(asString),
  ...[["integer", "integer"] as const, ["int", "integer"] as const],
  ...[["number", "number"] as const, ["float", "number"] as const],
  ...[["boolean", "boolean"] as const, ["bool", "boolean"] as const],
  ...[["array", "array"] as const, ["list", "array"] as const],
]);

function asString(word: string): readonly [string, string] {
  return [word, "string"];
}

/** `args` of the command itself, a JSON Schema of it, or anything (C41). */
export function readArguments(fields: JsonObject): ReadArguments {
  const { args } = fields;
  if (Array.isArray(args) && args.length > 0) return fromList(args);
  if (Array.isArray(args)) return { inputSchema: objectOf([], []), inputs: [] };
  if (isGiven(args)) return { problem: 'Its "args" are not a list.' };
  const key = SCHEMA_KEYS.find((one) => isGiven(fields[one]));
  if (key === undefined) return ANYTHING;
  const schema = fields[key];
  return isJsonObject(schema) ? fromSchema(schema) : { problem: `Its "${key}" is not a schema.` };
}

/** YAML reads a key with nothing behind it as null. */
function isGiven(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null;
}

/** A schema for inputs that a line of a program names, where nothing else describes them. */
export function textInputs(names: readonly string[]): JsonObject {
  return objectOf(
    names.map((name) => [name, { type: "string" }]),
    names,
  );
}

function objectOf(properties: readonly [string, JsonObject][], required: readonly string[]) {
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: [...required] }),
    additionalProperties: false,
  };
}

function fromSchema(schema: JsonObject): ReadArguments {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const names = Object.keys(properties);
  const odd = names.find((name) => !NAME.test(name));
  if (odd !== undefined) return { problem: misnamed(odd) };
  if (names.length > MAX_ARGUMENTS) return { problem: TOO_MANY };
  const inputSchema: JsonObject = { ...schema, type: "object" };
  try {
    createValidator(inputSchema, { first: true })({});
  } catch (error) {
    const why = shownText(error instanceof Error ? error.message : String(error), 200);
    return { problem: `Its input schema cannot be used: ${why}` };
  }
  return { inputSchema, inputs: names.map((name) => inputOf(name, properties[name])) };
}

/** What its schema says that it is where a call says nothing is what its program is given. */
function inputOf(input: string, schema: JsonValue | undefined): InputArgument {
  const otherwise = isJsonObject(schema) ? schema.default : undefined;
  if (!isGiven(otherwise) || typeof otherwise === "object") return { input };
  return { input, default: typeof otherwise === "number" ? String(otherwise) : otherwise };
}

function fromList(args: readonly JsonValue[]): ReadArguments {
  if (args.length > MAX_ARGUMENTS) return { problem: TOO_MANY };
  const properties: [string, JsonObject][] = [];
  const required: string[] = [];
  const inputs: InputArgument[] = [];
  for (const arg of args) {
    const fields: JsonObject = isJsonObject(arg) ? arg : { name: arg };
    const { name } = fields;
    if (typeof name !== "string" || !NAME.test(name)) return { problem: misnamed(name) };
    if (inputs.some(({ input }) => input === name)) {
      return { problem: `Two of its arguments are called "${name}".` };
    }
    const flag = fields.flag ?? fields.option;
    if (isGiven(flag) && (typeof flag !== "string" || !FLAG.test(flag))) {
      return { problem: `"${shownText(flag, 64)}" is not a flag such as --city.` };
    }
    const described = describe(fields);
    if ("problem" in described) return described;
    const { schema } = described;
    properties.push([name, schema]);
    if (isTrue(fields.required) && schema.default === undefined) required.push(name);
    inputs.push({ ...inputOf(name, schema), ...(isGiven(flag) && { flag }) });
  }
  return { inputSchema: objectOf(properties, required), inputs };
}

function describe(
  fields: JsonObject,
): { readonly schema: JsonObject } | { readonly problem: string } {
  const name = String(fields.name);
  const word = isGiven(fields.type) ? shownText(fields.type, 64).toLowerCase() : "string";
  const type = TYPES.get(word);
  if (type === undefined)
    return { problem: `"${name}" has the type "${word}", which is not known.` };
  const given = fields.choices ?? fields.enum;
  if (isGiven(given) && !Array.isArray(given)) {
    return { problem: `The choices of "${name}" are not a list.` };
  }
  const choices = (given ?? []).map((it) => read(it, type));
  if (choices.length > MAX_CHOICES) {
    return { problem: `"${name}" has more than ${MAX_CHOICES} choices.` };
  }
  const otherwise = isGiven(fields.default) ? read(fields.default, type) : undefined;
  const isOff = otherwise === WRONG || choices.includes(WRONG);
  if (isOff) return { problem: `A value that "${name}" names is not of its type, "${type}".` };
  if (otherwise !== undefined && choices.length > 0 && !choices.includes(otherwise)) {
    return { problem: `The default of "${name}" is none of its choices.` };
  }
  const description = shownText(fields.description);
  return {
    schema: {
      type,
      ...(type === "array" && { items: { type: "string" }, maxItems: MAX_ARGUMENTS }),
      ...(description !== "" && { description }),
      ...(choices.length > 0 && { enum: choices as JsonValue[] }),
      ...(otherwise !== undefined && { default: otherwise as JsonValue }),
    },
  };
}

const WRONG = Symbol("not of its type");

/** YAML reads `1` and `true` as more than text: where a text is wanted, they are one. */
function read(value: JsonValue, type: string): JsonValue | typeof WRONG {
  if (value !== null && typeof value === "object") return WRONG;
  if (type === "string") return String(value);
  if (type === "boolean") return isTrue(value) || (isFalse(value) ? false : WRONG);
  if (type === "array") return WRONG;
  if (typeof value !== "number") return WRONG;
  return type === "integer" && !Number.isInteger(value) ? WRONG : value;
}

/** Authors write YAML as it once was, where `yes` and `on` are true. */
function isTrue(value: JsonValue | undefined): boolean {
  return value === true || (typeof value === "string" && /^(?:true|yes|on)$/i.test(value));
}

function isFalse(value: JsonValue): boolean {
  return value === false || (typeof value === "string" && /^(?:false|no|off)$/i.test(value));
}

const TOO_MANY = `It has more than ${MAX_ARGUMENTS} arguments.`;

function misnamed(name: JsonValue | undefined): string {
  return `"${shownText(name, 64)}" is not the name of an argument: letters, digits, "_" and "-".`;
}
