import { setTimeout as delay } from "node:timers/promises";
import { CapstanError } from "../base/errors.ts";
import type { Args } from "../cli/args.ts";
import type { Io } from "../cli/command.ts";
import { EXIT } from "../cli/exit-code.ts";
import { packageInfo } from "../cli/package-info.ts";
import { describeError } from "./describe-error.ts";
import { exitWhenIdle } from "./exit-when-idle.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** How long what runs may take to finish after a stop signal. Nothing is lost by cutting it off. */
const DRAIN_MS = 5_000;

/** `capstan serve`: owns the home until it is told to stop. */
export async function serve(args: Args, io: Io, json: boolean): Promise<number> {
  const background = args.has("background");
  const { promise: told, resolve: stop } = Promise.withResolvers<void>();
  // Before anyone learns that the server runs: who knows it may stop it.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop());
  const running = await startServer({
    env: io.env as NodeJS.ProcessEnv,
    version: packageInfo().version,
    anyPort: background,
    report: (error) => io.err(describeError(error)),
    onNewAdminKey: (key) => {
      // In the background only stderr is still connected to someone.
      if (!json) (background ? io.err : io.out)(`Admin key, shown only this once: ${key}`);
    },
  });
  if (json) io.out(JSON.stringify(announcement(running)));
  else if (!background) for (const line of await welcome(running)) io.out(line);
  if (background) exitWhenIdle(running, idleSeconds(io.env), stop);
  await told;
  await Promise.race([running.stop(), delay(DRAIN_MS)]);
  return EXIT.done;
}

function announcement({ url, home, newAdminKey }: RunningServer) {
  return { url, home, ...(newAdminKey && { admin_key: newAdminKey }) };
}

async function welcome({ url, home, localModel, signInLink }: RunningServer): Promise<string[]> {
  return [
    `Capstan is running at ${url}`,
    `Open the console (this link works once, for ten minutes): ${await signInLink()}`,
    ...(localModel
      ? [
          `${localModel.name} answers: Ollama was found at ${localModel.url}. CAPSTAN_MODEL chooses another.`,
        ]
      : []),
    `Home: ${home} (your key is in its api-key file)`,
    "Stop it with Ctrl+C. In another terminal, try: npm run -s capstan -- tools list",
  ];
}

function idleSeconds(env: Io["env"]): number {
  const seconds = Number(env.CAPSTAN_IDLE_EXIT_S || 300);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  const message = `CAPSTAN_IDLE_EXIT_S "${env.CAPSTAN_IDLE_EXIT_S}" is not a number of seconds.`;
  throw new CapstanError("SETTINGS_INVALID", message);
}
