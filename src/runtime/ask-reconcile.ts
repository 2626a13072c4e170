import type { Invocation } from "../schema/invocation.ts";
import type { LedgerEntry } from "../schema/ledger-entry.ts";
import type { Outcome } from "../schema/outcome.ts";
import { auditOf } from "./entries.ts";
import type { Gate } from "./gate.ts";
import { waitingOutcome } from "./outcomes.ts";
import { resumeTokenOf } from "./resume-token.ts";

/** An effect whose outcome is unknown is asked about, never silently repeated. */
export async function askReconcile(
  gate: Gate,
  invocation: Invocation,
  ledger: LedgerEntry,
): Promise<Outcome> {
  const reason =
    `Capstan was interrupted while "${invocation.toolId}" was about to run. ` +
    "Look whether it ran, then answer: ran, not_run or run_again.";
  const outcome: Outcome = {
    ...waitingOutcome(invocation, { kind: "reconcile", reason, invocationId: invocation.id }),
    ...(invocation.position === null && {
      resumeToken: resumeTokenOf(gate.keyring, invocation.id, ledger.attempt, 0),
    }),
  };
  await gate.store.journal.commit("call.unknown", [
    {
      type: "invocation.put",
      invocation: { ...invocation, state: "input_required", outcome },
      expect: ledger.invocation ? null : invocation.state,
    },
    {
      type: "ledger.put",
      entry: { ...ledger, status: "unknown", invocation: null },
      expect: ledger,
    },
    auditOf(gate, invocation, "invocation.interrupted", {
      attempt: ledger.attempt,
      ...(outcome.resumeToken && { resume_token: outcome.resumeToken }),
    }),
  ]);
  return outcome;
}
