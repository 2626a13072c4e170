import { ERROR_CODES, type ErrorCode } from "../base/errors.ts";
import type { InputRequest } from "../schema/input-request.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { TaskState } from "../schema/task-state.ts";

/** What an outcome says of its call. */
type Subject = Pick<Invocation, "id" | "turn">;

/** The fields that every outcome has, for a call that has done nothing yet. */
export function plainOutcome(invocation: Subject, state: TaskState): Outcome {
  return {
    invocationId: invocation.id,
    state,
    declaredSideEffects: [],
    artifacts: [],
    durationMs: 0,
    turn: invocation.turn,
  };
}

export function waitingOutcome(invocation: Subject, inputRequest: InputRequest): Outcome {
  return { ...plainOutcome(invocation, "input_required"), inputRequest };
}

export function failedOutcome(
  invocation: Subject,
  state: "failed" | "blocked" | "timeout",
  code: ErrorCode,
  message: string,
): Outcome {
  const error = { code, message, retryable: ERROR_CODES[code].retryable };
  return { ...plainOutcome(invocation, state), error };
}

/** The stored form of a call that has ended: the exact input is dropped, its digest stays. */
export function ended(invocation: Invocation, outcome: Outcome, endedAt: string): Invocation {
  const { question: _, ...call } = invocation;
  return { ...call, state: outcome.state, outcome, endedAt, inputs: null };
}
