import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Job, RESULT } from "./child.ts";
import type { Sample, Warm } from "./run-phase.ts";

const DEADLINE_MS = 1_200_000;
const MAX_OUTPUT = 10_000_000;
const CHILD = join(import.meta.dirname, "child.ts");

type ResultOf<J extends Job> = J["phase"] extends "warm" ? Warm : Sample;

/** A process of its own for every contender and phase: none warms another's code or fills its heap. */
export async function runJob<J extends Job>(job: J): Promise<ResultOf<J>> {
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, JSON.stringify(job)], {
    timeout: DEADLINE_MS,
    maxBuffer: MAX_OUTPUT,
    env: { ...process.env, MASTRA_TELEMETRY_DISABLED: "1" },
  });
  const line = stdout.split("\n").find((text) => text.startsWith(RESULT));
  if (!line) throw new Error(`${job.contender} said nothing.`);
  return JSON.parse(line.slice(RESULT.length));
}
