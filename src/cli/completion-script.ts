import type { Command } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { usageError } from "./usage-error.ts";

const SCRIPTS = new Map([
  ["bash", forBash],
  ["zsh", forZsh],
  ["fish", forFish],
]);

/** Words of commands and names of options; both come from the table, so neither can be forgotten. */
export function completionScript(name: string, commands: readonly Command[] = COMMANDS): string {
  const script = SCRIPTS.get(name);
  if (script) return script(commands);
  throw usageError(`There is one for ${[...SCRIPTS.keys()].join(", ")}.`, "completion <shell>");
}

function forBash(commands: readonly Command[]): string {
  return `# eval "$(capstan completion bash)"
_capstan() {
  local current="\${COMP_WORDS[COMP_CWORD]}" line="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  case "$line" in
${cases(commands)}
  esac
}
complete -F _capstan capstan`;
}

/** The longest match first: options of a command, then the second words of a group, then the first. */
function cases(commands: readonly Command[]): string {
  const reply = (words: string) => `COMPREPLY=($(compgen -W "${words}" -- "$current"))`;
  return [
    ...commands
      .toSorted((one, other) => other.name.length - one.name.length)
      .map((it) => `    "${it.name}"*) ${reply(`${laterWords(commands, it)}${optionsOf(it)}`)} ;;`),
    ...groupsOf(commands).map(([group, seconds]) => `    "${group}") ${reply(seconds)} ;;`),
    `    "") ${reply(firstWords(commands))} ;;`,
  ].join("\n");
}

/** The words after a command that name another: `pack` after `capabilities new`. */
function laterWords(commands: readonly Command[], { name }: Command): string {
  const longer = commands.filter((it) => it.name.startsWith(`${name} `));
  return longer.map((it) => `${it.name.slice(name.length + 1)} `).join("");
}

function forZsh(commands: readonly Command[]): string {
  return `# eval "$(capstan completion zsh)"
autoload -Uz bashcompinit && bashcompinit
${forBash(commands).split("\n").slice(1).join("\n")}`;
}

function forFish(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ name, summary, options }) => {
    const [first = "", second] = name.split(" ");
    const at = second ? `__fish_seen_subcommand_from ${first}` : "__fish_use_subcommand";
    const said = summary.replaceAll("'", "\\\\'");
    const inside = second
      ? `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`
      : `__fish_seen_subcommand_from ${first}`;
    return [
      `complete -c capstan -f -n '${at}' -a ${second ?? first} -d '${said}'`,
      ...Object.entries(options).map(
        ([option, { summary: what }]) =>
          `complete -c capstan -n '${inside}' -l ${option} -d '${what.replaceAll("'", "\\\\'")}'`,
      ),
    ];
  });
  const groups = groupsOf(commands).map(
    ([group]) => `complete -c capstan -f -n __fish_use_subcommand -a ${group}`,
  );
  return ["# capstan completion fish | source", ...groups, ...lines].join("\n");
}

function optionsOf({ options }: Command): string {
  return [...Object.keys(options), "json", "help"].map((name) => `--${name}`).join(" ");
}

function firstWords(commands: readonly Command[]): string {
  return [...new Set(commands.map(({ name }) => name.split(" ")[0]))].join(" ");
}

function groupsOf(commands: readonly Command[]): [string, string][] {
  const groups = Map.groupBy(
    commands.filter(({ name }) => name.includes(" ")),
    ({ name }) => name.split(" ")[0] ?? "",
  );
  return [...groups].map(([group, members]) => [
    group,
    members.map(({ name }) => name.split(" ")[1]).join(" "),
  ]);
}
