import type { ExecutionResult } from "../../gate/executor.ts";
import { exceededText } from "../../sandbox/exceeded-text.ts";
import type { CommandResult } from "../../sandbox/run-to-end.ts";
import type { Enforcement } from "../../sandbox/sandbox.ts";

/**
 * What became of a program: `completed` whatever its exit code says, `timeout` past its deadline.
 * `isOpen` says whether it could reach anything beyond its box: only then may one that was cut
 * short have done something there.
 */
export function commandOutcome(
  result: CommandResult,
  {
    enforcement,
    isOpen,
    isCut,
  }: {
    readonly enforcement: Enforcement;
    readonly isOpen: boolean;
    /** Whether its caller had it ended: then its end is not its own. */
    readonly isCut: boolean;
  },
): ExecutionResult {
  if (result.notStarted !== undefined) {
    const message = `The program was not started, because its sandbox could not be made: ${result.notStarted}`;
    return { state: "failed", error: { code: "SANDBOX_FAILED", message }, sideEffects: [] };
  }
  const { exitCode, signal, stdout, stderr, truncated, timedOut, exceeded } = result;
  const told = {
    enforcement,
    outputs: {
      ok: exitCode === 0,
      exit_code: exitCode,
      ...(signal && { signal }),
      stdout,
      stderr,
      truncated,
      timed_out: timedOut,
    },
  };
  // Without a box there is nothing that it could not reach.
  const mayHaveRun = isOpen || enforcement === "off";
  const unsure = { mayHaveRun, ...(!mayHaveRun && { sideEffects: [] }) };
  if (timedOut) {
    const error = { code: "TOOL_TIMED_OUT", message: "The program did not finish in time." };
    return { state: "timeout", error, ...told, ...unsure };
  }
  if (exceeded) {
    const error = { message: `The program was ended: it ${exceededText(exceeded)}.` };
    return { state: "failed", error, ...told, ...unsure };
  }
  if (isCut && signal !== null) {
    const error = { message: "The program was ended before it was done." };
    return { state: "failed", error, ...told, ...unsure };
  }
  return { state: "completed", ...told };
}
