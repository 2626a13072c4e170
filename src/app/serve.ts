import { parseArgs } from "node:util";
import { CapstanError } from "../base/errors.ts";
import type { Io } from "../cli/command.ts";
import { EXIT } from "../cli/exit-code.ts";
import { packageInfo } from "../cli/package-info.ts";
import { exitWhenIdle } from "./exit-when-idle.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** How long what runs may take to finish after a stop signal. Nothing is lost by cutting it off. */
const DRAIN_MS = 5_000;

/** `capstan serve`: owns the home until it is told to stop. */
export async function serve(args: readonly string[], io: Io): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { background: { type: "boolean" }, json: { type: "boolean" } },
  });
  const background = values.background ?? false;
  const running = await startServer({
    env: io.env as NodeJS.ProcessEnv,
    version: packageInfo().version,
    anyPort: background,
    report: (error) => io.err(describe(error)),
  });
  announce(running, io, { background, json: values.json ?? false });
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
    if (background) exitWhenIdle(running, idleSeconds(io.env), resolve);
  });
  await Promise.race([running.stop(), new Promise((resolve) => setTimeout(resolve, DRAIN_MS))]);
  return EXIT.done;
}

function announce(
  { url, home, newAdminKey }: RunningServer,
  io: Io,
  { background, json }: { background: boolean; json: boolean },
): void {
  if (json) {
    io.out(JSON.stringify({ url, home, ...(newAdminKey && { admin_key: newAdminKey }) }));
    return;
  }
  // In the background only stderr is still connected to someone.
  const say = background ? io.err : io.out;
  if (newAdminKey) {
    say(`Admin key, shown only this once: ${newAdminKey}`);
  }
  if (background) return;
  say(`Capstan is running at ${url}`);
  say(`Home: ${home} (your key is in its api-key file)`);
  say("Stop it with Ctrl+C. Try: npm run -s capstan -- tools list");
}

function idleSeconds(env: Io["env"]): number {
  const seconds = Number(env.CAPSTAN_IDLE_EXIT_S || 300);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  const message = `CAPSTAN_IDLE_EXIT_S "${env.CAPSTAN_IDLE_EXIT_S}" is not a number of seconds.`;
  throw new CapstanError("SETTINGS_INVALID", message);
}

function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return cause ? `${stack}\nCaused by: ${cause.stack}` : stack;
}
