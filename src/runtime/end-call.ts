import type { Change } from "../ports/journal.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Attempt } from "./call.ts";
import { ended } from "./outcomes.ts";

/**
 * The end of a call's own row. A call has one only if it can be met again: because it was asked
 * about or claimed, or because its caller may repeat its message id. Of every other one the audit
 * record, and in a turn the tool message, say all there is.
 */
export function endCall(
  { invocation, stored }: Attempt,
  outcome: Outcome,
  endedAt: string,
): Change[] {
  if (stored === null && invocation.messageId === null) return [];
  return [
    { type: "invocation.put", invocation: ended(invocation, outcome, endedAt), expect: stored },
  ];
}
