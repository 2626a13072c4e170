import type { Outcome } from "../schema/outcome.ts";
import { ask } from "./ask-approval.ts";
import type { Attempt } from "./call.ts";
import type { Executed } from "./execute.ts";
import type { Gate } from "./gate.ts";
import type { Verdict } from "./judge.ts";

/**
 * A tool that wants a person's word before it does something irreversible (I23, I31): its question
 * becomes an approval like any other (X6). Once confirmed it may not ask again.
 */
export function askConfirmation(
  gate: Gate,
  attempt: Attempt,
  verdict: Verdict,
  { result }: Executed,
): Promise<Outcome> | undefined {
  if (result.state !== "input_required" || result.inputRequest?.kind !== "confirmation") return;
  if (attempt.approval) return;
  return ask(gate, attempt, verdict, "confirmation", {
    level: "user",
    reason: result.inputRequest.reason,
    ...(result.preview !== undefined && { preview: result.preview }),
  });
}
