import type { Io } from "../cli/command.ts";
import { packageInfo } from "../cli/package-info.ts";
import { describeError } from "./describe-error.ts";
import { createEnding } from "./ending.ts";
import { startWorker } from "./start-worker.ts";

/** How long what runs may take to finish its step. Others take over what is left. */
const DRAIN_MS = 30_000;

/** `capstan worker`: runs the turns of sessions, without a surface of its own. */
export async function worker(io: Io, json: boolean): Promise<number> {
  const report = (error: unknown) => io.err(describeError(error));
  const ending = createEnding(report);
  const env = io.env as NodeJS.ProcessEnv;
  const running = await startWorker({ env, version: packageInfo().version, report });
  io.out(json ? JSON.stringify({ state: "ready", pid: process.pid }) : "The worker is ready.");
  return ending.of(running, DRAIN_MS);
}
