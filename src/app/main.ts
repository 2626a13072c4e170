import { processIo } from "../cli/process-io.ts";
import { runCli } from "../cli/run.ts";
import { launch } from "./launch.ts";

/** The one entry: `serve` runs here, every other command talks to a server. */
async function main(argv: readonly string[]): Promise<number> {
  const io = processIo();
  const [command, ...rest] = argv;
  const asksForHelp = rest.some((word) => word === "--help" || word === "-h");
  if (command !== "serve" || asksForHelp) return runCli(argv, io, launch);
  try {
    const { serve } = await import("./serve.ts");
    return await serve(rest, io);
  } catch (error) {
    const { reportError } = await import("../cli/report-error.ts");
    return reportError(error, io, rest.includes("--json"));
  }
}

process.exitCode = await main(process.argv.slice(2));
// A server that was told to stop ends now, whatever still holds a timer or a socket.
if (process.argv[2] === "serve") process.exit();
