import { isJsonObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { decodeDoc } from "../bundles/read/decode-doc.ts";
import { readYaml } from "../bundles/read/read-yaml.ts";
import type { ReadBundle } from "../bundles/read-bundle.ts";
import { commandName } from "./read-manifest.ts";
import { shownText } from "./shown-text.ts";

/** One command, or one action of one, as its author lists it. */
export type ListedCommand = {
  readonly name: string;
  /** As its author calls it: `name` also says its command where two have one of that name. */
  readonly id: string;
  /** The command that it belongs to: what a manifest says of that one counts for it. */
  readonly command: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly fields: JsonObject;
};

export type ReadCommands = {
  readonly commands: readonly ListedCommand[];
  readonly warnings: readonly string[];
  /** Why none of it can be used. */
  readonly problem?: string;
};

const FILES = ["commands/commands.yaml", "commands/commands.yml", "commands.yaml", "commands.yml"];
const MAX_BYTES = 256_000;
const MAX_COMMANDS = 100;
export const COMMAND_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/;

/** Reads the list of commands, in both forms: `commands` and `slash_commands`. */
export function readCommands({
  bundle,
  contents,
}: Pick<ReadBundle, "bundle" | "contents">): ReadCommands {
  const [file, ...others] = FILES.flatMap(
    (name) => bundle.files.find(({ path }) => path === name) ?? [],
  );
  const bytes = file && contents.get(file.digest);
  if (!file || !bytes) return { commands: [], warnings: ["There is no commands.yaml."] };
  const broken = (why: string) => ({
    commands: [],
    warnings: [],
    problem: `"${file.path}" cannot be used: ${shownText(why, 300)}.`,
  });
  if (bytes.byteLength > MAX_BYTES) return broken(`it has more than ${MAX_BYTES} bytes`);
  const doc = decodeDoc(bytes);
  const { fields, problem } = readYaml(doc.text, { twice: false });
  if (problem !== undefined) return broken(problem);
  const { commands, slash_commands: slash } = fields;
  if (!Array.isArray(commands) && !Array.isArray(slash)) {
    return broken('it has neither a list "commands" nor a list "slash_commands"');
  }
  const warnings = [
    ...doc.warnings,
    ...others.map(({ path }) => `"${path}" was not read: "${file.path}" was.`),
  ];
  const listOf = (key: string, value: JsonValue | undefined): JsonObject[] => {
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value)) warnings.push(`"${key}" is not a list: nothing of it was read.`);
    // A bare name is a command of which nothing else is said.
    return (Array.isArray(value) ? value : []).map((one) =>
      isJsonObject(one) ? one : { name: one },
    );
  };
  const listed = [
    ...listOf("commands", commands).map(readCommand),
    ...listOf("slash_commands", slash).flatMap(readSlash),
  ];
  const kept = new Map<string, ListedCommand>();
  for (const one of listed) {
    // Two commands may each have an action "get".
    const name = kept.has(one.name) ? `${one.command}.${one.name}` : one.name;
    const shown = shownText(name, 64);
    if (!COMMAND_NAME.test(name)) warnings.push(misnamed(name));
    else if (kept.has(name)) warnings.push(`Two commands are called "${shown}": one was left out.`);
    else kept.set(name, { ...one, name });
  }
  if (kept.size > MAX_COMMANDS) return broken(`it has more than ${MAX_COMMANDS} commands`);
  return { commands: [...kept.values()], warnings };
}

export function misnamed(name: string): string {
  return `"${shownText(name, 64)}" is not the name of a command (letters, digits, "_", "-" and "."): left out.`;
}

function readCommand(fields: JsonObject): ListedCommand {
  const name = commandName(fields.name);
  const description = shownText(fields.description) || shownText(fields.summary);
  return {
    name,
    id: name,
    command: name,
    description,
    examples: examplesIn(fields.examples),
    fields,
  };
}

/** One for each action; the command itself where it has none. */
function readSlash({ actions, maps_to: mapped, ...fields }: JsonObject): ListedCommand[] {
  const whole = readCommand({ ...fields, description: fields.summary ?? fields.description ?? "" });
  const mapping = isJsonObject(mapped) ? mapped : {};
  const named = Array.isArray(actions) && actions.length > 0 ? actions : mapping.actions;
  const command = commandName(mapping.capability) || whole.command;
  const found = (Array.isArray(named) ? named : []).flatMap((action): ListedCommand[] => {
    const own = isJsonObject(action) ? action : { id: action };
    const name = commandName(own.id ?? own.name);
    const description = shownText(own.description) || whole.description;
    const { args: _args, ...inherited } = fields;
    return [{ ...whole, name, id: name, command, description, fields: { ...inherited, ...own } }];
  });
  return found.length > 0 ? found : [{ ...whole, command }];
}

function examplesIn(value: JsonValue | undefined): string[] {
  return (Array.isArray(value) ? value : [])
    .map((one) => shownText(isJsonObject(one) ? one.command : one, 500))
    .filter((text) => text !== "")
    .slice(0, 20);
}
