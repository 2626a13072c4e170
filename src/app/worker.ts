import { setTimeout as delay } from "node:timers/promises";
import type { Io } from "../cli/command.ts";
import { EXIT } from "../cli/exit-code.ts";
import { packageInfo } from "../cli/package-info.ts";
import { describeError } from "./describe-error.ts";
import { startWorker } from "./start-worker.ts";

/** How long what runs may take to finish its step. Others take over what is left. */
const DRAIN_MS = 30_000;

/** `capstan worker`: runs the turns of sessions, without a surface of its own. */
export async function worker(io: Io, json: boolean): Promise<number> {
  const { promise: told, resolve: stop } = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop());
  const running = await startWorker({
    env: io.env as NodeJS.ProcessEnv,
    version: packageInfo().version,
    report: (error) => io.err(describeError(error)),
  });
  io.out(json ? JSON.stringify({ state: "ready", pid: process.pid }) : "The worker is ready.");
  await told;
  await Promise.race([running.stop(), delay(DRAIN_MS)]);
  return EXIT.done;
}
