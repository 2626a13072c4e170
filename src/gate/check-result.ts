import { ERROR_CODES, type ErrorCode } from "../base/errors.ts";
import { type JsonValue, toJsonText } from "../base/json.ts";
import type { Outcome } from "../schema/outcome.ts";
import { isResumable, isTerminal, type TaskState } from "../schema/task-state.ts";
import type { Attempt } from "./call.ts";
import type { Executed } from "./execute.ts";
import type { Gate } from "./gate.ts";
import { schemaProblems } from "./inputs/schema-problems.ts";
import { failedOutcome, plainOutcome } from "./outcomes.ts";

/** States in which a tool's own code may end a call. */
const ALLOWED: ReadonlySet<TaskState> = new Set(["completed", "failed", "timeout"]);
/** Only a run waits, or stops for a person: it has been held to what it may do (S25). */
const IN_A_RUN: ReadonlySet<TaskState> = new Set([
  ...["blocked", "escalated", "input_required", "paused", "delegating"],
] as TaskState[]);

/** Holds what came back against the tool's contract: allowed states, JSON, size, output schema. */
export function checkResult(
  gate: Pick<Gate, "limits" | "redactor">,
  attempt: Attempt,
  executed: Executed,
): Outcome {
  const { usage } = executed;
  return { ...check(gate, attempt, executed), ...(usage && { usage }) };
}

function check(
  { limits, redactor }: Pick<Gate, "limits" | "redactor">,
  { tool, invocation, run }: Attempt,
  { result, durationMs }: Executed,
): Outcome {
  const spent = {
    durationMs,
    declaredSideEffects: [...(result.sideEffects ?? effectsOf(tool, invocation.dryRun))],
  };
  const { readOnly, idempotent } = tool.behaviour;
  const mayRepeat = readOnly || idempotent || invocation.dryRun;
  // Whoever reads only that it failed does it again.
  const has = mayRepeat ? "" : " It has run: do not repeat it.";
  const refuse = (state: "failed" | "blocked", code: ErrorCode, message: string): Outcome => ({
    ...failedOutcome(invocation, state, code, `${message}${has}`),
    ...spent,
  });

  if (!ALLOWED.has(result.state) && !(run && IN_A_RUN.has(result.state))) {
    const message = `The tool answered "${result.state}", which its contract does not allow.`;
    return refuse("blocked", "STATE_NOT_ALLOWED", message);
  }
  const { code = "TOOL_FAILED", message } = result.error ?? { message: "The tool failed." };
  const retryable = Object.hasOwn(ERROR_CODES, code) && ERROR_CODES[code as ErrorCode].retryable;
  const ended: Outcome = {
    ...plainOutcome(invocation, result.state),
    ...spent,
    ...(result.notes && { notes: result.notes.map((note) => redactor.hideKnown(note)) }),
    ...(result.inputRequest && isResumable(result.state) && { inputRequest: result.inputRequest }),
    ...(result.state !== "completed" &&
      isTerminal(result.state) && {
        error: { code, message: redactor.redact(message), retryable },
      }),
  };
  // What a program wrote until its time was up is worth having.
  if (result.state !== "completed" && result.outputs === undefined) return ended;

  const text = toJsonText(result.outputs ?? null);
  if (text === undefined) {
    return refuse("failed", "OUTPUT_INVALID", "The tool returned something that is not JSON.");
  }
  const sizeBytes = Buffer.byteLength(text);
  if (sizeBytes > limits.outputBytes) {
    const message = `The tool returned ${sizeBytes} bytes; ${limits.outputBytes} are allowed.`;
    return refuse("failed", "OUTPUT_INVALID", message);
  }
  // Only what the text carries: no getter, prototype or shared object of the tool's survives this.
  // A secret that a tool echoes reaches neither the store nor a model (A107).
  const outputs: JsonValue = redactor.hideKnown(JSON.parse(text));
  // Of what would be done nobody has promised anything.
  const isPromised =
    result.state === "completed" && tool.outputSchema !== null && !invocation.dryRun;
  const [problem] = isPromised ? schemaProblems(tool.outputSchema ?? {}, outputs) : [];
  if (problem) return refuse("failed", "OUTPUT_INVALID", `Output of the tool: ${problem.message}`);
  return {
    ...ended,
    outputs,
    artifacts: (result.artifacts ?? []).map((artifact) => ({
      ...artifact,
      path: redactor.hideKnown(artifact.path),
    })),
  };
}

function effectsOf(tool: Attempt["tool"], dryRun: boolean) {
  return dryRun ? [] : tool.sideEffectTags;
}
