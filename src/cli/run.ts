import type { Args } from "./args.ts";
import type { Io } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import type { Launch } from "./launch.ts";
import { hasFlag, type Match, matchCommand } from "./match-command.ts";

/** What only the composition root can do: start a server in the background, or be one. */
export type Root = {
  readonly launch: Launch;
  readonly serve: (args: Args, json: boolean) => Promise<number>;
  /** Runs turns beside the servers that share its store. */
  readonly worker: (json: boolean) => Promise<number>;
  /** Puts a backup in the place of the home's database. */
  readonly restore: (args: Args, json: boolean) => Promise<number>;
  /** A new admin key, for who can read the home. */
  readonly resetAdmin: (json: boolean) => Promise<number>;
};

/** Runs one command. Modules are loaded as they are needed: most of a short command is loading. */
export async function runCli(argv: readonly string[], io: Io, root: Root): Promise<number> {
  const json = hasFlag(argv, "--json");
  try {
    return await perform(matchCommand(argv), io, json, root);
  } catch (error) {
    const { reportError } = await import("./report-error.ts");
    return reportError(error, io, json);
  }
}

async function perform(match: Match, io: Io, json: boolean, root: Root): Promise<number> {
  switch (match.kind) {
    case "run":
      return run(match, io, json, root);
    case "help": {
      const { help } = await import("./help.ts");
      const text = help(match.topic);
      if (text === undefined) throw await unknown(match.topic);
      const { renderLines } = await import("./render-lines.ts");
      io.out(renderLines(text.split("\n"), io).join("\n"));
      return EXIT.done;
    }
    case "version": {
      const { packageInfo } = await import("./package-info.ts");
      io.out(packageInfo().version);
      return EXIT.done;
    }
    case "unknown":
      throw await unknown(match.words);
  }
}

async function unknown(words: readonly string[]) {
  const { unknownCommand } = await import("./unknown-command.ts");
  return unknownCommand(words);
}

type RunMatch = Extract<Match, { kind: "run" }>;

async function run({ command, rest }: RunMatch, io: Io, json: boolean, root: Root) {
  const { readArgs } = await import("./args.ts");
  const args = await readArgs(command, rest);
  if (command.name === "admin reset") return root.resetAdmin(json);
  if (command.name === "restore") return root.restore(args, json);
  if (command.name === "worker") return root.worker(json);
  if (command.name === "completion") {
    const { completionScript } = await import("./completion-script.ts");
    io.out(completionScript(args.require("shell")));
    return EXIT.done;
  }
  if (command.name === "serve") return root.serve(args, json);
  const { createCommandContext } = await import("./command-context.ts");
  if (!command.load) throw new Error(`The command "${command.name}" has no code.`);
  const execute = await command.load();
  const context = createCommandContext(io, json, root.launch);
  if (!/(session|approval|agent|grant|token|intent)_id/.test(command.usage))
    return execute(args, context);
  const { wholeIds } = await import("./whole-ids.ts");
  return execute(await wholeIds(command, args, context), context);
}
