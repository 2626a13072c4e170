import { CapstanError } from "../base/errors.ts";
import type { Args } from "../cli/args.ts";
import type { Io } from "../cli/command.ts";
import { packageInfo } from "../cli/package-info.ts";
import { typed } from "../cli/program.ts";
import { describeError } from "./describe-error.ts";
import { createEnding } from "./ending.ts";
import { exitWhenIdle } from "./exit-when-idle.ts";
import { openBrowser } from "./open-browser.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** How long what runs may take to finish after a stop signal. Nothing is lost by cutting it off. */
const DRAIN_MS = 5_000;

/** `capstan serve`: owns the home until it is told to stop. */
export async function serve(args: Args, io: Io, json: boolean): Promise<number> {
  const background = args.has("background");
  const env = { ...io.env, ...placeOf(args) };
  const report = (error: unknown) => io.err(describeError(error));
  // Before anyone learns that the server runs: who knows it may stop it.
  const ending = createEnding(report);
  const tell = (line: string) => io.err(line);
  const { version } = packageInfo();
  const running = await startServer({ env, version, background, report, tell });
  if (json) io.out(JSON.stringify(announcement(running)));
  else if (!background) await welcome(running, io, args.has("open"));
  if (background) exitWhenIdle(running, idleSeconds(io.env), ending.stop);
  return ending.of(running, DRAIN_MS);
}

function announcement({ url, home, newAdminKey }: RunningServer) {
  return { url, home, ...(newAdminKey && { admin_key: newAdminKey }) };
}

async function welcome(running: RunningServer, io: Io, open: boolean): Promise<void> {
  const { url, home, localModel, newAdminKey, signInLink } = running;
  if (newAdminKey) io.out(`Admin key, shown only this once: ${newAdminKey}`);
  io.out(`Capstan is running at ${url}`);
  // Every program of the machine can read the arguments of the browser: that link proves no presence.
  if (open && (await openBrowser(await signInLink(false)))) {
    io.out(`The console opens in your browser. If it does not: ${typed("console")}`);
    io.out(`To be the admin there: ${typed("console --admin")}`);
  } else {
    const link = await signInLink(io.isTty);
    io.out(`Open the console (this link works once, for ten minutes): ${link}`);
  }
  if (localModel) {
    const { name, url: ollama } = localModel;
    io.out(
      `${name} answers: Ollama was found at ${ollama}. For another: ${typed("model connect")}`,
    );
  }
  io.out(`Home: ${home} (your key is in its api-key file)`);
  io.out(`Stop it with Ctrl+C. In another terminal, try: ${typed("chat")}`);
}

/** What was typed wins over the environment. */
function placeOf(args: Args): { CAPSTAN_PORT?: string; CAPSTAN_HOST?: string } {
  const [port, host] = [args.get("port"), args.get("host")];
  if (port !== undefined && Number(port) > 65_535) {
    throw new CapstanError("REQUEST_INVALID", `--port ${port} is not a port: they end at 65535.`);
  }
  return { ...(port && { CAPSTAN_PORT: port }), ...(host && { CAPSTAN_HOST: host }) };
}

function idleSeconds(env: Io["env"]): number {
  const seconds = Number(env.CAPSTAN_IDLE_EXIT_S || 300);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  const message = `CAPSTAN_IDLE_EXIT_S "${env.CAPSTAN_IDLE_EXIT_S}" is not a number of seconds.`;
  throw new CapstanError("SETTINGS_INVALID", message);
}
