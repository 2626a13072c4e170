import { timestamp } from "../../../base/clock.ts";
import { digest } from "../../../base/digest.ts";
import { CapstanError } from "../../../base/errors.ts";
import { auditOf } from "../../../gate/entries.ts";
import type { Answer } from "../../../gate/executor.ts";
import type { Gate } from "../../../gate/gate.ts";
import { ended, failedOutcome } from "../../../gate/outcomes.ts";
import type { Actor } from "../../../schema/actor.ts";
import type { Invocation } from "../../../schema/invocation.ts";
import { isResumable } from "../../../schema/task-state.ts";
import type { Change } from "../../../stores/journal.ts";

/**
 * What a person's answer makes of a skill that waits in a turn: it is called once more, with the answer
 * as its inputs, in whichever process the turn goes on. Undefined for a call that is none.
 */
export function answerTurn(
  gate: Gate,
  invocation: Invocation,
  answer: Answer,
  actor: Actor,
): Change[] | undefined {
  const { outcome, state } = invocation;
  if (!isResumable(state) || state === "delegating") return undefined;
  if (outcome?.contextId === undefined) return undefined;
  if (outcome.inputRequest?.kind !== "fields") return undefined;
  if (invocation.actor !== actor.id && !actor.scopes.includes("approve")) {
    throw new CapstanError("SCOPE_MISSING", "This question was asked to somebody else.");
  }
  const audit = auditOf(
    gate,
    invocation,
    "invocation.answered",
    { action: answer.action },
    actor.id,
  );
  if (answer.action !== "accept") {
    const message = "The person did not give what the skill asked for.";
    const denied = failedOutcome(invocation, "failed", "CANCELLED", message);
    const end = ended(invocation, denied, timestamp(gate.clock.now()));
    return [
      { type: "invocation.put", invocation: end, expect: state },
      audit,
      ...gate.onOutcome(invocation, denied),
    ];
  }
  const { inputs } = answer;
  const next: Invocation = {
    ...invocation,
    state: "pending",
    outcome: null,
    inputs,
    inputDigest: digest(inputs),
    endedAt: null,
  };
  return [{ type: "invocation.put", invocation: next, expect: state }, audit];
}
