import type { Command } from "./command.ts";
import { findCommand } from "./commands.ts";

export type Match =
  | { readonly kind: "run"; readonly command: Command; readonly rest: readonly string[] }
  | { readonly kind: "help"; readonly topic: readonly string[] }
  | { readonly kind: "version" }
  | { readonly kind: "unknown"; readonly words: readonly string[] };

const HELP = ["--help", "-h"];

/** Reads the command words. `--json` and `--help` may stand anywhere before a `--`. */
export function matchCommand(argv: readonly string[]): Match {
  const args = without(["--json", ...HELP], argv);
  const [first, second, third] = args;
  if (first === undefined) return { kind: "help", topic: [] };
  if (first === "help") return { kind: "help", topic: args.slice(1) };
  if (first === "--version") return { kind: "version" };

  const command =
    findCommand(`${first} ${second} ${third}`) ??
    findCommand(`${first} ${second}`) ??
    findCommand(first);
  if (HELP.some((flag) => hasFlag(argv, flag))) {
    return { kind: "help", topic: command ? command.name.split(" ") : leadingWords(args) };
  }
  if (!command) return { kind: "unknown", words: leadingWords(args) };
  return { kind: "run", command, rest: args.slice(command.name.split(" ").length) };
}

export function hasFlag(argv: readonly string[], flag: string): boolean {
  const end = argv.indexOf("--");
  return (end === -1 ? argv : argv.slice(0, end)).includes(flag);
}

function without(flags: readonly string[], argv: readonly string[]): string[] {
  const end = argv.indexOf("--");
  return argv.filter((word, index) => !flags.includes(word) || (end !== -1 && index > end));
}

/** At most the two words that can name a command, or the option that stands in their place. */
function leadingWords(args: readonly string[]): string[] {
  const firstOption = args.findIndex((word) => word.startsWith("-"));
  return args.slice(0, firstOption === -1 ? 2 : Math.min(2, Math.max(1, firstOption)));
}
