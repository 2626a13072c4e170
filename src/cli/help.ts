import type { Command } from "./command.ts";
import { COMMANDS, commandsOf, findCommand } from "./commands.ts";
import { typed } from "./program.ts";

const GLOBAL_OPTIONS = [
  ["--json", "Print the server's JSON on one line, for machines"],
  ["-h, --help", "Show help, for a command too"],
] as const;

const ENVIRONMENT = [
  ["CAPSTAN_HOME", "Where this installation lives (~/.capstan)"],
  ["CAPSTAN_URL", "A server to talk to; none is started then"],
  ["CAPSTAN_API_KEY", "The key to send (the file api-key in the home)"],
  ["CAPSTAN_ADMIN_KEY", "The admin key, for what needs it (otherwise it is asked for)"],
] as const;

const EXIT_CODES = [
  ["0", "done"],
  ["1", "failed"],
  ["2", "wrong usage"],
  ["3", "waits for input or approval"],
  ["4", "denied"],
] as const;

/** `undefined` when the topic is neither a command nor a group. */
export function help(topic: readonly string[]): string | undefined {
  const name = topic.join(" ");
  if (name === "") return overview();
  const command = findCommand(name);
  if (command) return commandHelp(command);
  const group = commandsOf(name);
  if (group.length === 0) return undefined;
  return sections([
    [`Usage: ${typed(`${name} <command>`)}`],
    ["Commands:", ...aligned(group.map((it) => [it.name, it.summary]))],
    [`See "${typed(`${name} <command> --help`)}" for one of them.`],
  ]);
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length));
  const groups = Object.groupBy(COMMANDS, ({ name }) =>
    name.split(" ")[1] ? (name.split(" ")[0] ?? "") : "",
  );
  return sections([
    ["Capstan gives AI agents abilities, and gives people the say over them."],
    [`Usage: ${typed("<command> [options]")}`],
    ...Object.values(groups).map((group = []) =>
      aligned(
        group.map(({ name, summary }) => [name, summary]),
        width,
      ),
    ),
    ["Options:", ...aligned([...GLOBAL_OPTIONS, ["--version", "Show the version"]])],
    ["Environment:", ...aligned(ENVIRONMENT)],
    ["Exit codes:", ...aligned(EXIT_CODES)],
  ]);
}

function commandHelp({ summary, usage, options }: Command): string {
  const own = Object.entries(options).map(
    ([name, { value, summary }]) => [value ? `--${name} ${value}` : `--${name}`, summary] as const,
  );
  return sections([
    [`${summary}.`],
    [`Usage: ${typed(`${usage} [--json]`)}`],
    ["Options:", ...aligned([...own, ...GLOBAL_OPTIONS])],
  ]);
}

function aligned(rows: readonly (readonly [string, string])[], least = 0): string[] {
  const width = Math.max(least, ...rows.map(([term]) => term.length));
  return rows.map(([term, meaning]) => `  ${term.padEnd(width)}  ${meaning}`);
}

function sections(parts: readonly (readonly string[])[]): string {
  return parts.map((lines) => lines.join("\n")).join("\n\n");
}
