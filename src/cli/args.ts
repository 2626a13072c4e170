import type { CapstanError } from "../base/errors.ts";
import type { Command, Option } from "./command.ts";
import { usageError } from "./usage-error.ts";

/** Options and positional arguments by their names in the command table. */
export type Args = {
  get(name: string): string | undefined;
  require(name: string): string;
  has(flag: string): boolean;
  /** Every value of a positional that takes any number. */
  all(name: string): readonly string[];
  /** What follows the named ones, where a command takes a command of its own. */
  readonly rest: readonly string[];
};

export async function readArgs(command: Command, argv: readonly string[]): Promise<Args> {
  const options = new Map(Object.entries(command.options));
  const values = new Map<string, string>();
  const flags = new Set<string>();
  const positionals: string[] = [];

  for (const token of tokenize(command, argv)) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const option = options.get(token.name);
    if (!option) throw await unknownOption(command, token.rawName);
    if (option.kind === "flag") flags.add(readFlag(command, token));
    else values.set(token.name, readValue(command, option, token));
  }

  const named = command.rest === undefined ? positionals.length : command.positionals.length;
  const several = placePositionals(command, positionals.slice(0, named), values);
  for (const [name, option] of options) {
    if (option.required && !values.has(name)) {
      throw usageError(`"${command.name}" needs --${name} ${option.value}.`, command.usage);
    }
  }

  return {
    get: (name) => values.get(name),
    has: (flag) => flags.has(flag),
    all: (name) => several.get(name) ?? [],
    rest: positionals.slice(named),
    require(name) {
      const value = values.get(name);
      if (value === undefined)
        throw usageError(`"${command.name}" needs <${name}>.`, command.usage);
      return value;
    },
  };
}

function tokenize(command: Command, argv: readonly string[]) {
  // Fetched for the reason in send.ts: importing it takes 4.7 ms longer.
  const { parseArgs } = process.getBuiltinModule("node:util");
  const options: Record<string, { type: "boolean" | "string" }> = {};
  for (const [name, option] of Object.entries(command.options)) {
    options[name] = { type: option.kind === "flag" ? "boolean" : "string" };
  }
  // Not strict: the strict parser's own errors cannot suggest the option that was meant.
  return parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens;
}

async function unknownOption(command: Command, given: string): Promise<CapstanError> {
  const { suggest } = await import("./suggest.ts");
  const known = [...Object.keys(command.options), "json", "help"].map((name) => `--${name}`);
  const hint = suggest(given, known);
  return usageError(`"${command.name}" has no option "${given}".${hint}`, command.usage);
}

type OptionToken = {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
};

function readFlag(command: Command, { name, rawName, value }: OptionToken): string {
  if (value === undefined) return name;
  throw usageError(`${rawName} takes no value: leave out "=${value}".`, command.usage);
}

function readValue(command: Command, option: Option, token: OptionToken): string {
  const { rawName, value } = token;
  const looksLikeOption = !token.inlineValue && value !== "-" && value?.startsWith("-");
  if (value === undefined || looksLikeOption) {
    const hint = looksLikeOption ? ` For a value that begins with "-", write ${rawName}=…` : "";
    throw usageError(`${rawName} needs a value: ${rawName} ${option.value}.${hint}`, command.usage);
  }
  if (option.kind === "count" && !/^\d{1,15}$/.test(value)) {
    throw usageError(`${rawName} needs a whole number, not "${value}".`, command.usage);
  }
  return value;
}

/** Puts one value into each place, and returns the values of a last place that takes any number. */
function placePositionals(
  command: Command,
  given: readonly string[],
  values: Map<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const places = command.positionals.filter((word) => !word.endsWith("…"));
  const several = command.positionals.find((word) => word.endsWith("…"));
  const extra = given[places.length];
  if (extra !== undefined && several === undefined) {
    const hint = command.positionals.includes("text") ? " Put a text in quotes." : "";
    throw usageError(`"${command.name}" cannot take "${extra}" as well.${hint}`, command.usage);
  }
  places.forEach((word, index) => {
    const value = given[index];
    const name = word.replace(/\?$/, "");
    if (value === undefined && name !== word) return;
    if (!value) throw usageError(`"${command.name}" needs <${name}>.`, command.usage);
    values.set(name, value);
  });
  if (several === undefined) return new Map();
  return new Map([[several.slice(0, -1), given.slice(places.length)]]);
}
