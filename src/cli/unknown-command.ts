import type { CapstanError } from "../base/errors.ts";
import { COMMANDS, commandsOf } from "./commands.ts";
import { commandOfMeaning, sameMeaning } from "./near-in-meaning.ts";
import { typed } from "./program.ts";
import { suggest } from "./suggest.ts";
import { usageError } from "./usage-error.ts";

export function unknownCommand(words: readonly string[]): CapstanError {
  const [first = "", second] = words;
  if (first.startsWith("-")) {
    return usageError(`"${first}" cannot stand before a command.`, "<command> [options]");
  }
  const group = commandsOf(first);
  if (group.length > 0)
    return wrongSubcommand(
      first,
      second,
      group.map(({ name }) => name),
    );

  const names = COMMANDS.map(({ name }) => name);
  const groups = names.map((name) => name.slice(0, name.indexOf(" "))).filter(Boolean);
  const meant = commandOfMeaning(first);
  const hint = meant
    ? ` Did you mean "${meant}"?`
    : suggest(words.join(" "), names) || suggest(first, [...new Set(groups)]);
  const see = hint ? "" : ` See "${typed("--help")}".`;
  return usageError(
    `There is no command "${words.join(" ")}".${hint}${see}`,
    "<command> [options]",
  );
}

function wrongSubcommand(group: string, given: string | undefined, names: readonly string[]) {
  const usage = `${group} <command>`;
  const list = names.map((name) => name.slice(group.length + 1)).join(", ");
  if (given === undefined) return usageError(`"${group}" needs one of: ${list}.`, usage);
  const verbs = names.map((name) => name.slice(group.length + 1));
  const meant = sameMeaning(given, verbs);
  const hint = meant
    ? ` Did you mean "${group} ${meant}"?`
    : suggest(`${group} ${given}`, names) || ` It has: ${list}.`;
  return usageError(`There is no command "${group} ${given}".${hint}`, usage);
}
