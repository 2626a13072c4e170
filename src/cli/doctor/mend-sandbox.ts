import { spawn } from "node:child_process";
import { hostEnvironment } from "../../base/host-environment.ts";
import { explainMissing, type SystemFacts } from "../../base/missing-sandbox.ts";
import { readSystemFacts } from "../../base/system-facts.ts";
import type { CommandContext } from "../command.ts";
import { tell } from "../tell.ts";
import { askSandbox } from "./check-sandbox.ts";

type Argv = readonly [string, ...string[]];
type Means = {
  readonly facts: SystemFacts;
  /** Answers how it ended; null when it was never started. */
  readonly run: (argv: Argv) => Promise<number | null>;
};

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);
const INSTALL_MS = 600_000;

/**
 * Runs the one command that makes the sandbox work, after a person at the terminal agreed to it. The
 * command is made here: what a server says is shown, and never run.
 */
export async function mendSandbox(context: CommandContext, means = HERE): Promise<void> {
  const { io, json } = context;
  const client = await context.client();
  const { problem } = await askSandbox(client);
  if (problem === null) return tell(io, "The sandbox works: there is nothing to mend.");
  if (problem.reason === "off") return tell(io, problem.message);
  if (!LOOPBACK.has(new URL(client.url).hostname)) {
    return tell(io, `The server runs elsewhere: mend its sandbox there, not here.`);
  }
  const { argv } = explainMissing(problem.reason, means.facts);
  if (!argv) return tell(io, "No single command mends this: do what the report says.");
  const command = argv.join(" ");
  if (json || !io.isTty || !io.isTyped) {
    return tell(
      io,
      `"doctor --fix" asks first, at a terminal. To mend it yourself, run: ${command}`,
    );
  }
  if (!(await agrees(context, `Run "${command}"? [y/N] `))) return tell(io, "Nothing was done.");
  const code = await means.run(argv);
  if (code !== 0)
    tell(io, `"${command}" did not work${code === null ? "" : ` (it ended with ${code})`}.`);
}

async function agrees({ io }: CommandContext, question: string): Promise<boolean> {
  try {
    const typed = await io.ask(question, { fresh: true });
    return typeof typed !== "string" && /^y(es)?$/i.test(typed.line.trim());
  } finally {
    // The command may ask for a password itself.
    await io.close();
  }
}

const HERE: Means = {
  facts: readSystemFacts(),
  run: ([program, ...args]) =>
    new Promise((resolve) => {
      const child = spawn(program, args, {
        stdio: "inherit",
        timeout: INSTALL_MS,
        env: hostEnvironment("installer"),
      });
      child.once("error", () => resolve(null));
      child.once("exit", (code) => resolve(code));
    }),
};
