import type { ErrorCode } from "../../../base/errors.ts";
import type { Executed } from "../../../gate/execute.ts";
import type { ExecutionResult } from "../../../gate/executor.ts";
import { schemaProblems } from "../../../gate/inputs/schema-problems.ts";
import type { SkillContract } from "../../../schema/skill-contract.ts";
import { isResumable } from "../../../schema/task-state.ts";
import { whyNoDelegation } from "./delegations.ts";
import type { RunParts, Turn } from "./turn.ts";

/** What came back, held against what the skill's contract allows. */
export function holdToContract(
  parts: Pick<RunParts, "delegation" | "gate">,
  turn: Turn,
  executed: Executed,
): Executed {
  const { contract, memory } = turn;
  if (memory.handed?.state === "asked") return executed;
  const result = pastFixes(contract, executed.result) ?? held(contract, executed.result);
  return { ...executed, result: heldOver(parts, turn, result) };
}

/**
 * A run that tried to fix something once too often is for a person. Counted are the patches that it
 * asked a model for, which it cannot hide, and those that it counted itself.
 */
function pastFixes(contract: SkillContract, result: ExecutionResult): ExecutionResult | undefined {
  const most = contract.max_fix_iterations;
  const noted = (result.remembered?.facts ?? []).flatMap(({ bucket, key, value }) =>
    bucket === "fix" && key === "attempts" && typeof value === "number" ? [value] : [],
  );
  const tried = Math.max(result.advised?.fixes ?? 0, ...noted);
  if (tried <= most || result.state === "escalated") return undefined;
  const message = `The skill has tried to fix it ${most} times, as often as its contract allows. A person has to look at it.`;
  const { state, error, inputRequest, keep, enforcement, sideEffects, advised } = result;
  return {
    state: "escalated",
    error: { code: "FIX_LIMIT_REACHED", message },
    outputs: {
      report: {
        fixes: tried,
        max_fix_iterations: most,
        last_state: state,
        last_reason: error?.message ?? inputRequest?.reason ?? "",
      },
    },
    ...(keep && { keep }),
    ...(enforcement && { enforcement }),
    ...(sideEffects && { sideEffects }),
    ...(advised && { advised }),
  };
}

/** Of one that hands over: whether that is wanted here, and to whom. */
function heldOver(
  parts: Pick<RunParts, "delegation" | "gate">,
  turn: Turn,
  result: ExecutionResult,
): ExecutionResult {
  if (result.state !== "delegating") return result;
  if (!parts.delegation.enabled) {
    const message = "The skill hands over to another one, which is switched off here.";
    return blocked(result, "STATE_NOT_ALLOWED", message);
  }
  const why = whyNoDelegation(parts, turn, result.delegation?.target ?? "");
  return why === undefined ? result : blocked(result, "DELEGATION_REFUSED", why);
}

function held(contract: SkillContract, result: ExecutionResult): ExecutionResult {
  if (isResumable(result.state)) return heldWaiting(contract, result);
  if (result.state !== "completed") return result;
  const missing = contract.required_artifacts
    .map(({ name }) => name)
    .filter((name) => !(result.left ?? []).includes(name.replace(/\/$/, "")));
  if (missing.length === 0) return result;
  const message = `The skill says that it completed, and has not left what it promises: ${missing.join(", ")}.`;
  return blocked(result, "ARTIFACTS_MISSING", message);
}

function heldWaiting(contract: SkillContract, result: ExecutionResult): ExecutionResult {
  const { state, inputRequest } = result;
  const isAllowed = contract.allowed_intermediate_states.some((allowed) => allowed === state);
  if (!isAllowed || !contract.supports_resume) {
    const message = `The skill answered "${state}", which its contract does not allow.`;
    return blocked(result, "STATE_NOT_ALLOWED", message);
  }
  if (state !== "input_required" || !contract.request_schema) return result;
  const request = {
    missing_fields: inputRequest?.fields ?? [],
    reason: inputRequest?.reason ?? "",
  };
  const [problem] = schemaProblems(contract.request_schema, request);
  if (!problem) return result;
  const message = `The request of the skill does not fit its contract: ${problem.message}`;
  return blocked(result, "STATE_NOT_ALLOWED", message);
}

/** Nothing that it wanted kept is kept. */
function blocked(
  { keep, enforcement, sideEffects }: ExecutionResult,
  code: ErrorCode,
  message: string,
): ExecutionResult {
  return {
    state: "blocked",
    error: { code, message },
    ...(keep && { keep }),
    ...(enforcement && { enforcement }),
    ...(sideEffects && { sideEffects }),
  };
}
