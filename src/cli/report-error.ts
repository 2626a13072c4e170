import { CapstanError } from "../base/errors.ts";
import type { Io } from "./command.ts";
import { type ExitCode, exitCodeOfError } from "./exit-code.ts";
import { ProblemError } from "./problem-error.ts";
import { typed } from "./program.ts";
import { saidHere } from "./said-here.ts";
import { tell } from "./tell.ts";

/** The command knows a route that the server does not: its address helps nobody. */
const OLD_SERVER =
  "The server cannot do this: it is older than this command line, or no Capstan. Restart it.";

/** Says on stderr what went wrong, for a person or as one line of JSON (X20). */
export function reportError(error: unknown, io: Io, json: boolean): ExitCode {
  const { code, message, status, usage } = describe(error);
  if (json) io.err(JSON.stringify({ error: { code, message } }));
  else {
    tell(io, usage ? `capstan: ${message}` : `capstan: ${message} [${code}]`);
    if (usage) tell(io, `Usage: ${typed(String(usage))}`);
  }
  return exitCodeOfError(code, status);
}

function describe(error: unknown) {
  if (error instanceof CapstanError) {
    const { code, message, status, details } = error;
    return { code, message, status, usage: details?.usage };
  }
  if (error instanceof ProblemError) {
    const { code, message, status } = error;
    return { code, message: code === "ROUTE_NOT_FOUND" ? OLD_SERVER : saidHere(message), status };
  }
  const reason = error instanceof Error ? error.message : String(error);
  return { code: "INTERNAL", message: `A defect in the command line: ${reason}`, status: 500 };
}
