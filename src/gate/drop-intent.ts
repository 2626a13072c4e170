import type { Change } from "../stores/journal.ts";
import type { Attempt } from "./call.ts";

/** Whatever became of the call is recorded in this step: nothing is intended any more. */
export function dropIntent({ ledger, invocation }: Attempt): Change[] {
  return ledger ? [{ type: "ledger.clear", invocationId: invocation.id, expect: ledger }] : [];
}
