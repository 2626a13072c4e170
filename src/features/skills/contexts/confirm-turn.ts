import { digest } from "../../../base/digest.ts";
import type { JsonValue } from "../../../base/json.ts";
import type { Attempt } from "../../../gate/call.ts";
import type { ExecutionResult } from "../../../gate/executor.ts";
import type { Gate } from "../../../gate/gate.ts";
import type { Approval } from "../../../schema/approval.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import type { Change } from "../../../stores/journal.ts";
import type { Memory } from "./memory.ts";
import { asTurn, rememberTurn } from "./remember-turn.ts";

/**
 * A turn that asks a person to confirm something is over with its question: what it wants to do is in
 * its memory, and its next turn does it. An approval is bound to that memory, by its version.
 */
export function rememberQuestion(
  gate: Gate,
  attempt: Attempt,
  outcome: Outcome,
  result: ExecutionResult,
): { readonly outcome: Outcome; readonly changes: readonly Change[] } {
  const { resumeToken: _, ...asked } = asTurn(gate, attempt, outcome, result);
  return { outcome: asked, changes: rememberTurn(gate, attempt, outcome, result) };
}

/** What an approval of what this turn asks is bound to: the memory as the turn leaves it. */
export function questionMoment({ before }: Memory): string {
  return momentOf((before?.version ?? 0) + 1);
}

/** The moment at which the next turn begins. */
export function presentMoment({ before }: Memory): string {
  return momentOf(before?.version ?? 0);
}

/** Whether a person said yes to what the turn before asked, and nothing has happened since. */
export function isConfirmed(approval: Approval | null, memory: Memory): boolean {
  return approval !== null && approval.binding.preview === presentMoment(memory);
}

function momentOf(version: number): string {
  const moment: JsonValue = { context_version: version };
  return digest(moment);
}
