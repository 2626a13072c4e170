import { isJsonObject, type JsonObject, type JsonValue } from "../../../base/json.ts";
import type { InputArgument } from "../../../schema/execution.ts";
import { createValidator } from "../../../schema/json-schema/create-validator.ts";
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
  const schema = SCHEMA_KEYS.map((key) => fields[key]).find(isJsonObject);
  return schema ? fromSchema(schema) : ANYTHING;
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
  return { inputSchema, inputs: names.map((input) => ({ input })) };
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
    if (flag !== undefined && (typeof flag !== "string" || !FLAG.test(flag))) {
      return { problem: `"${shownText(flag, 64)}" is not a flag such as --city.` };
    }
    const described = describe(fields);
    if ("problem" in described) return described;
    const { schema } = described;
    properties.push([name, schema]);
    if (fields.required === true && schema.default === undefined) required.push(name);
    const otherwise = schema.default;
    inputs.push({
      input: name,
      ...(flag !== undefined && { flag }),
      ...(otherwise !== undefined && {
        default: typeof otherwise === "string" ? otherwise : JSON.stringify(otherwise),
      }),
    });
  }
  return { inputSchema: objectOf(properties, required), inputs };
}

function describe(
  fields: JsonObject,
): { readonly schema: JsonObject } | { readonly problem: string } {
  const name = String(fields.name);
  const word = fields.type === undefined ? "string" : shownText(fields.type, 64).toLowerCase();
  const type = TYPES.get(word);
  if (type === undefined)
    return { problem: `"${name}" has the type "${word}", which is not known.` };
  const given = fields.choices ?? fields.enum;
  const choices = Array.isArray(given)
    ? given.slice(0, MAX_CHOICES).map((it) => read(it, type))
    : [];
  const otherwise =
    fields.default === undefined || fields.default === null
      ? undefined
      : read(fields.default, type);
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
  if (type === "boolean") return typeof value === "boolean" ? value : WRONG;
  if (type === "array") return WRONG;
  if (typeof value !== "number") return WRONG;
  return type === "integer" && !Number.isInteger(value) ? WRONG : value;
}

const TOO_MANY = `It has more than ${MAX_ARGUMENTS} arguments.`;

function misnamed(name: JsonValue | undefined): string {
  return `"${shownText(name, 64)}" is not the name of an argument: letters, digits, "_" and "-".`;
}
