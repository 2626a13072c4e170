import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";
import { askApproval } from "./approvals/ask-approval.ts";
import { untilAsked } from "./approvals/questions.ts";
import { block } from "./block.ts";
import type { Attempt, Call, Waiting } from "./call.ts";
import { claim } from "./claim.ts";
import { execute } from "./execute.ts";
import { findEarlierCall } from "./find-earlier-call.ts";
import type { Gate } from "./gate.ts";
import { type Judgement, judge } from "./judge.ts";
import { openAttempt } from "./open-attempt.ts";
import { postpone, whyUnavailable } from "./postpone.ts";
import { putBack } from "./put-back.ts";
import { exhausted } from "./quotas.ts";
import { reopen } from "./reopen.ts";
import { retryConflicts } from "./retry-conflicts.ts";
import { settle } from "./settle.ts";

/**
 * One call, from whatever surface. Throws only while no invocation exists (unknown tool, wrong
 * input, everything halted); after that every end is an outcome.
 */
export async function invoke(gate: Gate, call: Call): Promise<Outcome> {
  const earlier = await findEarlierCall(gate, call);
  if (earlier) return resume(gate, earlier, call.signal, call);

  const attempt = await openAttempt(gate, call);
  // Without a position in a turn or a message id nobody else can mean this call.
  if (!call.inTurn && !call.messageId) return pass(gate, attempt);
  return gate.inFlight.once(attempt.invocation, () => pass(gate, attempt));
}

/** Goes on with a call that was made before: asked about, approved, or cut off by a crash. */
export async function resume(
  gate: Gate,
  invocation: Invocation,
  signal: AbortSignal | null,
  { onProgress, peer }: Waiting = {},
): Promise<Outcome> {
  const goOn = async () => {
    const next = await reopen(gate, invocation.id, signal, { onProgress, peer });
    return next.type === "outcome" ? next.outcome : pass(gate, next.attempt);
  };
  // Somebody else may change what it was judged on, on the way to its claim: it is judged anew.
  return gate.inFlight.once(invocation, () => retryConflicts(goOn));
}

/** The gate. Nothing runs but through these lines. */
async function pass(gate: Gate, attempt: Attempt): Promise<Outcome> {
  gate.halt.check();
  const judgement = await judge(gate, attempt);
  if (judgement.effect === "deny") return block(gate, attempt, judgement);
  const answered = attempt.run?.answer(attempt);
  if (answered) return settle(gate, attempt, judgement, answered);
  if (judgement.effect === "ask") return askApproval(gate, attempt, judgement);
  const unavailable = whyUnavailable(gate, attempt);
  if (unavailable !== undefined) return postpone(gate, attempt, unavailable);

  const slot = gate.quotas.take(attempt);
  if (slot.refused) return block(gate, attempt, exhausted(judgement, slot.refused));
  return run(gate, attempt, judgement).finally(slot.release);
}

async function run(gate: Gate, attempt: Attempt, judgement: Judgement): Promise<Outcome> {
  const claimed = await claim(gate, attempt, judgement);
  return untilAsked(gate, claimed, async ({ ask, end }) => {
    const execution = await execute(gate, claimed, ask);
    if (execution.isLate && claimed.run) {
      return putBack(gate, attempt, claimed, judgement, execution);
    }
    return end((current) => settle(gate, current, judgement, execution));
  });
}
