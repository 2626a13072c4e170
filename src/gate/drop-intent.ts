import type { Change } from "../stores/journal.ts";
import type { Attempt } from "./call.ts";

/** Whatever became of the call is recorded in this step: nothing is intended any more. */
export function dropIntent({ ledger, invocation }: Attempt): Change[] {
  if (!ledger) return [];
  const { id, sessionId } = invocation;
  return [{ type: "ledger.clear", invocationId: id, sessionId, expect: ledger }];
}
