import type { Outcome } from "../schema/outcome.ts";
import { isTerminal } from "../schema/task-state.ts";
import type { Change } from "../stores/journal.ts";
import type { Attempt } from "./call.ts";
import { ended } from "./outcomes.ts";

/**
 * A call has a row of its own only if it can be met after its end: because it was asked about, or
 * because its caller may repeat its message id. Of every other one the audit record, and in a turn
 * the tool message, say all there is.
 */
export function hasRow({ invocation, stored }: Attempt): boolean {
  return stored !== null || invocation.messageId !== null;
}

export function endCall(attempt: Attempt, outcome: Outcome, endedAt: string): Change[] {
  const { invocation, stored } = attempt;
  // One that waits in a turn is met again when a person has answered.
  const waitsInTurn = invocation.position !== null && !isTerminal(outcome.state);
  if (!hasRow(attempt) && !waitsInTurn) return [];
  return [
    { type: "invocation.put", invocation: ended(invocation, outcome, endedAt), expect: stored },
  ];
}

/** Whatever became of the call is recorded in this step: nothing is intended any more. */
export function dropIntent({ ledger, invocation }: Attempt): Change[] {
  if (!ledger) return [];
  const { id, sessionId } = invocation;
  return [{ type: "ledger.clear", invocationId: id, sessionId, expect: ledger }];
}
