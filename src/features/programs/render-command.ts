import { CapstanError } from "../../base/errors.ts";
import type { JsonObject, JsonValue } from "../../base/json.ts";
import { parseTemplate, type TemplatePart } from "../../base/template.ts";
import type { CommandCall } from "../../schema/command-call.ts";
import type { InputArgument } from "../../schema/execution.ts";
import { inputArguments } from "./input-arguments.ts";

export type CommandValues = {
  readonly inputs: JsonObject;
  readonly config: JsonObject;
  /** Where things lie in the box: `workspace`, and `pack_root` for what has a folder. */
  readonly places: ReadonlyMap<string, string>;
  readonly secret: (name: string) => string;
};

export type RenderedCommand = {
  readonly argv: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
};

/** The kernel takes no longer argument. */
const MAX_ARGUMENT = 128_000;
const MAX_ALL = 1_000_000;

/**
 * Fills a command. An argument that is only a place without a value is left out. `own` are inputs
 * that follow as arguments of their own.
 */
export function renderCommand(
  call: CommandCall,
  values: CommandValues,
  own: readonly InputArgument[] = [],
): RenderedCommand {
  const args: string[] = [];
  for (const template of call.args) {
    const filled = renderArgument(template, values, args.includes("--"));
    if (filled !== undefined) args.push(filled);
  }
  for (const { input, text, isValue } of inputArguments(own, values.inputs)) {
    args.push(requireArgument(text));
    if (isValue && !args.includes("--")) requireNoOption(input, text);
  }
  const command = filledText(call.command, values);
  const env = Object.entries(call.env ?? {}).flatMap(([name, template]) => {
    const value = renderArgument(template, values, true);
    return value === undefined ? [] : [[name, value] as const];
  });
  const argv: [string, ...string[]] = call.shell
    ? ["sh", "-c", call.command, "sh", ...args]
    : [command, ...args];
  if ([...argv, ...env.flat()].reduce((sum, text) => sum + text.length, 0) > MAX_ALL) {
    throw new CapstanError("INPUT_INVALID", "The command would be too long.");
  }
  return { argv, env: Object.fromEntries(env) };
}

/** `mayBegin`: after `--`, or in a variable, nothing is read as an option (A62). */
function renderArgument(
  template: string,
  values: CommandValues,
  mayBegin: boolean,
): string | undefined {
  const parts = parseTemplate(template);
  const [first] = parts;
  if (parts.length === 1 && first && first.type !== "text" && !hasValue(first, values)) {
    return undefined;
  }
  const text = filledText(template, values);
  const isFromValue = first !== undefined && first.type !== "text";
  if (isFromValue && !mayBegin && !values.places.has(first.name)) requireNoOption(first.name, text);
  return text;
}

function requireNoOption(name: string, text: string): void {
  if (!text.startsWith("-")) return;
  const message = `"${name}" must not begin with "-": the program would take it for an option.`;
  throw new CapstanError("INPUT_INVALID", message, { details: { field: name } });
}

function filledText(template: string, values: CommandValues): string {
  const parts = parseTemplate(template).map((part) =>
    part.type === "text" ? part.text : textOf(fillingOf(part, values)),
  );
  return requireArgument(parts.join(""));
}

function requireArgument(text: string): string {
  if (text.includes("\0")) {
    throw new CapstanError("INPUT_INVALID", "A value holds a NUL character.");
  }
  if (Buffer.byteLength(text) > MAX_ARGUMENT) {
    throw new CapstanError("INPUT_INVALID", "A value is too long for an argument: 128,000 bytes.");
  }
  return text;
}

type Place = Exclude<TemplatePart, { type: "text" }>;

function hasValue(place: Place, values: CommandValues): boolean {
  const value = fillingOf(place, values);
  return value !== undefined && value !== null;
}

function fillingOf(place: Place, values: CommandValues): JsonValue | undefined {
  if (place.type === "secret") return values.secret(place.name);
  if (place.type === "input" && values.places.has(place.name)) {
    return values.places.get(place.name);
  }
  const from = place.type === "config" ? values.config : values.inputs;
  return Object.hasOwn(from, place.name) ? from[place.name] : undefined;
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
