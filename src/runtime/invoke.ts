import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";
import { tellHooks } from "./apply-hooks.ts";
import { askApproval } from "./ask-approval.ts";
import { askConfirmation } from "./ask-confirmation.ts";
import { block } from "./block.ts";
import type { Attempt, Call } from "./call.ts";
import { checkResult } from "./check-result.ts";
import { claim } from "./claim.ts";
import { execute } from "./execute.ts";
import type { Gate } from "./gate.ts";
import { judge, type Verdict } from "./judge.ts";
import { openAttempt } from "./open-attempt.ts";
import { exhausted } from "./quotas.ts";
import { recall } from "./recall.ts";
import { record } from "./record.ts";
import { reopen } from "./reopen.ts";
import { resolveTool } from "./resolve-tool.ts";
import { validateInput } from "./validate-input.ts";

/**
 * One call, from whatever surface. Throws only while no invocation exists (unknown tool, wrong
 * input, everything halted); after that every end is an outcome.
 */
export async function invoke(gate: Gate, call: Call): Promise<Outcome> {
  const earlier = await recall(gate, call);
  if (earlier) return resume(gate, earlier, call.signal);

  const tool = resolveTool(gate.catalog, call.toolId);
  const inputs = validateInput(tool, call.inputs);
  const attempt = await openAttempt(gate, call, tool, inputs);
  // Without a place in a turn or a message id nobody else can mean this call.
  if (!call.place && !call.messageId) return pass(gate, attempt);
  return gate.inFlight.once(attempt.invocation, () => pass(gate, attempt));
}

/** Goes on with a call that was made before: asked about, approved, or cut off by a crash. */
export async function resume(
  gate: Gate,
  invocation: Invocation,
  signal: AbortSignal | null,
): Promise<Outcome> {
  return gate.inFlight.once(invocation, async () => {
    const next = await reopen(gate, invocation.id, signal);
    return next.type === "outcome" ? next.outcome : pass(gate, next.attempt);
  });
}

/** The gate. Nothing runs but through these lines. */
async function pass(gate: Gate, attempt: Attempt): Promise<Outcome> {
  gate.halt.check();
  const verdict = await judge(gate, attempt);
  if (verdict.effect === "deny") return block(gate, attempt, verdict);
  if (verdict.effect === "ask") return askApproval(gate, attempt, verdict);

  const slot = gate.quotas.take(attempt);
  if (slot.refused) return block(gate, attempt, exhausted(verdict, slot.refused));
  return run(gate, attempt, verdict).finally(slot.release);
}

async function run(gate: Gate, attempt: Attempt, verdict: Verdict): Promise<Outcome> {
  const claimed = await claim(gate, attempt, verdict);
  const execution = await execute(gate, claimed);
  const question = askConfirmation(gate, claimed, verdict, execution);
  if (question) return question;
  const outcome = checkResult(gate, claimed, execution);
  const recorded = await record(gate, claimed, verdict, execution, outcome);
  await tellHooks(claimed, recorded, gate.report);
  return recorded;
}
