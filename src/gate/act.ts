import { CapstanError } from "../base/errors.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Change } from "../stores/journal.ts";
import { answeredChanges, isWaitedFor } from "./approvals/questions.ts";
import { refuseApproval } from "./approvals/refuse-approval.ts";
import type { Attempt, Call } from "./call.ts";
import type { Act, ExecutionRequest } from "./executor.ts";
import type { Gate } from "./gate.ts";
import { invoke, resume } from "./invoke.ts";
import { isExpired } from "./reopen.ts";
import { retryConflicts } from "./retry-conflicts.ts";

/** How the program that asked waits, and what ends it. */
type Means = Pick<ExecutionRequest, "ask" | "signal">;

/** Carries out what the program of a running call asks Capstan to do. */
export type PerformAct = (caller: Attempt, wanted: Act, means: Means) => Promise<Outcome>;

/**
 * An act is a call of its own: judged, recorded and asked about by itself, in the name of the actor
 * whose call asked for it. While a person is asked, that call waits with its question.
 */
export async function performAct(
  gate: Gate,
  caller: Attempt,
  wanted: Act,
  { ask, signal }: Means,
): Promise<Outcome> {
  if (caller.parent) throw new CapstanError("POLICY_DENIED", "An act cannot ask for another.");
  // Code that only runs up to its own question has not been approved.
  if (!ask && !caller.invocation.dryRun) {
    throw new CapstanError("POLICY_DENIED", "Nothing is done for a call before it is approved.");
  }
  let outcome = await invoke(gate, callOf(caller, wanted, signal));
  for (let asked = ""; outcome.state === "input_required"; ) {
    const [approvalId = ""] = outcome.inputRequest?.approvalIds ?? [];
    if (approvalId === "" || approvalId === asked) return outcome;
    asked = approvalId;
    const { reason = "" } = outcome.inputRequest ?? {};
    const answer = await ask?.({ message: reason, fields: [], schema: {}, approvalId });
    if (answer?.action !== "accept") await withdraw(gate, approvalId);
    const invocation = await gate.store.invocations.get(outcome.invocationId);
    if (invocation) outcome = await resume(gate, invocation, signal);
  }
  return outcome;
}

function callOf(caller: Attempt, { toolId, inputs }: Act, signal: AbortSignal): Call {
  const { tool, invocation, profile, approval, tainted } = caller;
  const { id, actor, scopes, mode, dryRun, specFrozenAt, sessionId, turn } = invocation;
  return {
    toolId,
    inputs,
    actor: { id: actor, scopes },
    profile,
    mode,
    dryRun,
    specFrozenAt,
    sessionId,
    contextId: null,
    inTurn: null,
    messageId: null,
    signal,
    parent: {
      id,
      toolId: tool.toolId,
      tainted,
      turn,
      approved: approval ? tool.sideEffectTags : [],
    },
  };
}

/** The question was not answered in time, or could not be asked. */
async function withdraw(gate: Gate, approvalId: string): Promise<void> {
  await retryConflicts(async () => {
    const approval = await gate.store.approvals.get(approvalId);
    const invocation = approval && (await gate.store.invocations.get(approval.invocationId));
    if (approval?.state !== "pending" || !invocation) return;
    const why = isExpired(gate, approval) ? "expired" : "forsaken";
    const { changes } = refuseApproval(gate, { approval, invocation, actor: "system" }, why);
    await gate.store.journal.commit("approval.expire", changes);
  });
}

/** The call whose program asked for an act; the call itself where it is none. */
export async function calledBy({ store }: Gate, invocation: Invocation): Promise<Invocation> {
  const { parent } = invocation;
  return (parent && (await store.invocations.get(parent.id))) ?? invocation;
}

/** Whether the program that asked for an act is there to hear of it. Always true of other calls. */
export async function isActAwaited(gate: Gate, invocation: Invocation): Promise<boolean> {
  if (!invocation.parent) return true;
  const caller = await askingCaller(gate, invocation);
  return caller !== undefined && isWaitedFor(gate, caller);
}

/** Lets the call go on that waits for an act whose approval is answered, whatever the answer is. */
export async function callerGoesOn(gate: Gate, act: Invocation): Promise<Change[]> {
  const caller = await askingCaller(gate, act);
  return caller ? answeredChanges(gate, caller, { action: "accept", inputs: {} }, "system") : [];
}

async function askingCaller(gate: Gate, act: Invocation): Promise<Invocation | undefined> {
  const caller = act.parent && (await calledBy(gate, act));
  const approvalId = caller?.state === "input_required" ? caller.question?.approvalId : undefined;
  if (approvalId === undefined) return undefined;
  return (await gate.store.approvals.get(approvalId))?.invocationId === act.id ? caller : undefined;
}
