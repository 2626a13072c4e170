import { isConflict } from "../../base/errors.ts";
import type { Invocation } from "../../schema/invocation.ts";
import type { LedgerEntry } from "../../schema/ledger-entry.ts";
import type { Outcome } from "../../schema/outcome.ts";
import { isTerminal } from "../../schema/task-state.ts";
import type { Change } from "../../stores/journal.ts";
import { auditOf, completedEvent } from "../entries.ts";
import type { Gate } from "../gate.ts";
import { failedOutcome } from "../outcomes.ts";
import { resumeTokenOf } from "../resume-token.ts";

/**
 * Effects of which nobody knows whether they happened, and which no turn asks about any more: they are
 * asked about outside of it. Whoever ends a turn looks after that, and whoever asks in a turn looks
 * afterwards whether it was ended: one of the two sees the other. Who died in between has left it to
 * the next start.
 */
export async function askLeftOver(gate: Gate, sessionId?: string): Promise<void> {
  for (const ledger of await gate.store.invocations.listOpen()) {
    if (ledger.status !== "unknown") continue;
    const invocation = await gate.store.invocations.get(ledger.invocationId);
    if (!invocation || (sessionId !== undefined && invocation.sessionId !== sessionId)) continue;
    await askIfLeftOver(gate, invocation, ledger);
  }
}

/** What is asked now; undefined when its turn asks, or somebody else has done it. */
export async function askIfLeftOver(
  gate: Gate,
  invocation: Invocation,
  ledger: LedgerEntry,
): Promise<Outcome | undefined> {
  const { outcome, sessionId, position } = invocation;
  if (!outcome || invocation.state !== "input_required" || position === null) return undefined;
  const session = sessionId === null ? undefined : await gate.store.sessions.get(sessionId);
  if (session?.turn === invocation.turn && !isTerminal(session.state)) return undefined;
  const asked = { ...invocation, position: null };
  const resumeToken = resumeTokenOf(gate.keyring, asked.id, ledger.attempt, 0);
  const outside = { ...outcome, resumeToken };
  try {
    await gate.store.journal.commit("call.unknown", [
      {
        type: "invocation.put",
        invocation: { ...asked, outcome: outside },
        expect: "input_required",
      },
      { type: "ledger.put", entry: ledger, expect: ledger },
      ...tellModel(gate, invocation),
      auditOf(gate, asked, "invocation.interrupted", {
        attempt: ledger.attempt,
        reason: "Its turn has ended.",
        resume_token: resumeToken,
      }),
    ]);
    return outside;
  } catch (error) {
    // Its place in the conversation is taken: another has asked, or it was answered.
    if (isConflict(error)) return undefined;
    throw error;
  }
}

/** Its turn has ended: the conversation must not say that it did not run. */
export function tellModel(gate: Gate, invocation: Invocation): Change[] {
  const message = "This call was cut short, and it is unknown whether it ran. Do not repeat it.";
  const outcome = failedOutcome(invocation, "failed", "OUTCOME_UNKNOWN", message);
  return [...completedEvent(gate, invocation, outcome), ...gate.onOutcome(invocation, outcome)];
}
