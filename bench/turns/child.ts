import type { Place } from "./contender.ts";
import { openContender } from "./open-contender.ts";
import { runCold, runWarm, type Sizes } from "./run-phase.ts";

export type Job = Place & { readonly contender: string } & (
    | { readonly phase: "warm"; readonly sizes: Sizes }
    | { readonly phase: "cold"; readonly sessionId: string; readonly turnsOfOthers: number }
  );

/** What is said to the process that started this one, on a line of its own. */
export const RESULT = "result: ";

if (import.meta.main) {
  const job: Job = JSON.parse(process.argv[2] ?? "");
  const contender = await openContender(job.contender, job);
  const result =
    job.phase === "warm"
      ? await runWarm(contender, job.sizes)
      : await runCold(contender, job.sessionId, job.turnsOfOthers);
  process.stdout.write(`${RESULT}${JSON.stringify(result)}\n`);
  await contender.close();
  // Some contenders leave timers or threads behind.
  process.exit(0);
}
