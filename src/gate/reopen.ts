import { setTimeout as delay } from "node:timers/promises";
import { timestamp } from "../base/clock.ts";
import { CapstanError } from "../base/errors.ts";
import type { Approval } from "../schema/approval.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";
import { isResumable, isTerminal } from "../schema/task-state.ts";
import { askReconcile } from "./approvals/ask-reconcile.ts";
import { momentOf } from "./approvals/moment.ts";
import { untilNext } from "./approvals/questions.ts";
import { refuseApproval } from "./approvals/refuse-approval.ts";
import type { Attempt, Waiting } from "./call.ts";
import { failCall } from "./fail-call.ts";
import type { Gate } from "./gate.ts";
import { openAttempt } from "./open-attempt.ts";
import { repeatCall } from "./repeat-call.ts";
import { turnRuns } from "./turn-runs.ts";

type Reopened =
  | { readonly type: "outcome"; readonly outcome: Outcome }
  | { readonly type: "attempt"; readonly attempt: Attempt };

/**
 * Where a stored call stands: it has its outcome, it still waits, or it is to be attempted (again).
 * A call that died between intent and outcome runs again only if its tool says that is harmless;
 * of every other one a person is asked whether it ran.
 */
export async function reopen(
  gate: Gate,
  invocationId: string,
  signal: AbortSignal | null,
  waiting: Waiting = {},
): Promise<Reopened> {
  const ledger = (await gate.store.invocations.ledger(invocationId)) ?? null;
  const invocation = ledger?.invocation ?? (await gate.store.invocations.get(invocationId));
  // Of a call without a row of its own nothing is left once it has ended: a commit that nobody heard of
  // may have come through a moment ago. Whoever meant it looks at its turn again.
  if (!invocation) {
    throw new CapstanError("STATE_CONFLICT", `The call "${invocationId}" has ended meanwhile.`);
  }
  if (isTerminal(invocation.state) && invocation.outcome) return answered(invocation.outcome);

  const next = await untilNext(gate, invocation);
  if (next) return answered(next);

  const latest = (await gate.store.approvals.getByInvocation(invocation.id)) ?? null;
  // The turn before used it up: the next one is judged anew.
  const isUsed = invocation.state === "pending" && latest?.state === "used";
  const approval = isUsed ? null : latest;
  const waits = isResumable(invocation.state) && approval?.state !== "approved";
  if (waits && invocation.outcome) return answered(invocation.outcome);

  if (approval?.state === "approved" && isExpired(gate, approval)) {
    const { outcome, changes } = refuseApproval(
      gate,
      { approval, invocation, actor: "system" },
      "expired",
    );
    await gate.store.journal.commit("approval.expire", changes);
    return answered(outcome);
  }

  const call = await repeatCall(gate, invocation, signal, waiting);
  const attempt = await orRefused(openAttempt(gate, call, { invocation, approval, ledger }));
  const refused = attempt instanceof CapstanError;
  const wasCutOff = ledger?.status === "intended";
  if (wasCutOff && (refused || !mayRepeat(attempt) || (await isLeftOver(gate, invocation)))) {
    await untilAfter(gate, ledger.startBefore);
    return answered(await askReconcile(gate, invocation, ledger));
  }
  if (refused) return answered(await failCall(gate, invocation, approval, attempt));
  if (approval?.state === "approved" && hasMovedOn(approval, attempt)) {
    const message = "The context has moved on since this was asked about. Nothing ran.";
    const moved = new CapstanError("STATE_CONFLICT", message);
    return answered(await failCall(gate, invocation, approval, moved));
  }
  return { type: "attempt", attempt };
}

/** Not bound to it: approvals of older versions, and of what a turn asked to have confirmed. */
function hasMovedOn({ binding }: Approval, { run }: Attempt): boolean {
  return binding.context !== "" && binding.context !== momentOf(run);
}

function answered(outcome: Outcome): Reopened {
  return { type: "outcome", outcome };
}

/**
 * What the gate would not take any more, such as a tool that is gone. A store that does not answer
 * says nothing about the call: it waits.
 */
export async function orRefused(attempt: Promise<Attempt>): Promise<Attempt | CapstanError> {
  return attempt.catch((error) => {
    if (error instanceof CapstanError && !error.code.startsWith("STORE_")) return error;
    throw error;
  });
}

/** Its turn was cancelled while nobody knew what had become of it. */
async function isLeftOver(gate: Gate, invocation: Invocation): Promise<boolean> {
  return invocation.position !== null && !(await turnRuns(gate, invocation));
}

function mayRepeat({ tool }: Attempt): boolean {
  return tool.behaviour.readOnly || tool.behaviour.idempotent;
}

export function isExpired(gate: Gate, approval: Approval): boolean {
  return approval.expiresAt <= timestamp(gate.clock.now());
}

/** Until then the process that wrote the intent might still wake up and start. */
async function untilAfter(gate: Gate, startBefore: string): Promise<void> {
  const waitMs = Date.parse(startBefore) - gate.clock.now();
  if (waitMs >= 0) await delay(waitMs + 1);
}
