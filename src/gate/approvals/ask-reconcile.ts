import type { Invocation } from "../../schema/invocation.ts";
import type { LedgerEntry } from "../../schema/ledger-entry.ts";
import type { Outcome } from "../../schema/outcome.ts";
import type { Attempt } from "../call.ts";
import { auditOf } from "../entries.ts";
import type { Executed } from "../execute.ts";
import type { Gate } from "../gate.ts";
import { waitingOutcome } from "../outcomes.ts";
import { resumeTokenOf } from "../resume-token.ts";
import { turnRuns } from "../turn-runs.ts";
import { askIfLeftOver, tellModel } from "./ask-left-over.ts";

/**
 * An effect that was cut short, and of which nobody knows whether it happened: a person is asked. A
 * tool that says that running twice is running once may be tried again instead.
 */
export function askIfUnknown(
  gate: Gate,
  { tool, invocation, ledger }: Attempt,
  { result }: Executed,
): Promise<Outcome> | undefined {
  if (!ledger || !result.mayHaveRun || tool.behaviour.idempotent) return undefined;
  const why = result.error?.message ?? "It was cut short.";
  return askReconcile(gate, invocation, ledger, why);
}

/** An effect whose outcome is unknown is asked about, never silently repeated. */
export async function askReconcile(
  gate: Gate,
  invocation: Invocation,
  ledger: LedgerEntry,
  why = "Capstan was interrupted.",
): Promise<Outcome> {
  // What its turn no longer asks about is asked about outside of it.
  const isLeftOver = invocation.position !== null && !(await turnRuns(gate, invocation));
  const asked = isLeftOver ? { ...invocation, position: null } : invocation;
  const reason =
    `${why} It is unknown whether "${invocation.toolId}" ran. ` +
    "Look whether it did, then answer: ran, not_run or run_again.";
  const outcome: Outcome = {
    ...waitingOutcome(asked, { kind: "reconcile", reason, invocationId: asked.id }),
    ...(asked.position === null && {
      resumeToken: resumeTokenOf(gate.keyring, asked.id, ledger.attempt, 0),
    }),
  };
  const waiting: Invocation = { ...asked, state: "input_required", outcome };
  const entry: LedgerEntry = { ...ledger, status: "unknown", invocation: null };
  await gate.store.journal.commit("call.unknown", [
    {
      type: "invocation.put",
      invocation: waiting,
      expect: ledger.invocation ? null : invocation.state,
    },
    { type: "ledger.put", entry, expect: ledger },
    ...(isLeftOver ? tellModel(gate, invocation) : []),
    auditOf(gate, asked, "invocation.interrupted", {
      attempt: ledger.attempt,
      reason: why,
      ...(outcome.resumeToken && { resume_token: outcome.resumeToken }),
    }),
  ]);
  // Somebody may have ended the turn while this was written.
  return (await askIfLeftOver(gate, waiting, entry)) ?? outcome;
}
