import type { Attempt } from "./call.ts";
import type { ExecutionResult } from "./executor.ts";
import type { Gate } from "./gate.ts";

/** What the same inputs would meet again. */
const FINAL: ReadonlySet<string> = new Set([
  ...["validation_error", "parse_error", "permission_error"],
  ...["INPUT_INVALID", "CANCELLED", "HALTED", "DEPENDENCY_MISSING", "ADVISOR_REFUSED"],
]);

/**
 * Tries a turn of a run again that failed or took too long, as often as the run allows. Nothing of a try
 * that failed is kept.
 */
export async function withRetries(
  gate: Pick<Gate, "halt">,
  { run, signal, invocation }: Pick<Attempt, "run" | "signal" | "invocation">,
  tryOnce: (iteration: number) => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const most = run && !invocation.dryRun ? run.limits.retries : 0;
  for (let iteration = 1; ; iteration++) {
    const result = await tryOnce(iteration);
    const isLast = iteration > most || signal?.aborted || gate.halt.current();
    if (isLast || !mayHelp(result)) return iteration === 1 ? result : told(result, iteration);
    await result.keep?.close();
  }
}

function mayHelp({ state, error }: ExecutionResult): boolean {
  if (state !== "failed" && state !== "timeout") return false;
  return !FINAL.has(error?.code ?? "");
}

function told(result: ExecutionResult, tries: number): ExecutionResult {
  return { ...result, notes: [...(result.notes ?? []), `It was tried ${tries} times.`] };
}
