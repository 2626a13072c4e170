import { timestamp } from "../../../base/clock.ts";
import type { Engine } from "../../../engine/engine.ts";
import { commitAnswer } from "../../../engine/sessions/answer-approval.ts";
import type { Context } from "../../../schema/context.ts";
import type { Delegation } from "../../../schema/delegation.ts";
import type { InputRequest } from "../../../schema/input-request.ts";
import type { Change } from "../../../stores/journal.ts";

/** What a child wants to know is asked where its parent is: the answer goes the same way back. */
export async function surface(
  engine: Engine,
  row: Delegation,
  parent: Context,
  asked: InputRequest,
): Promise<boolean> {
  const { gate } = engine;
  const now = timestamp(gate.clock.now());
  const request = withChild(row, asked);
  const context: Context = {
    ...parent,
    state: "input_required",
    inputRequest: request,
    version: parent.version + 1,
    updatedAt: now,
  };
  const asks: Delegation = {
    ...row,
    state: "asked",
    owner: null,
    version: row.version + 1,
    updatedAt: now,
  };
  await commitParent(engine, row, request, [
    { type: "context.put", context, expect: parent.version },
    { type: "delegation.put", delegation: asks, expect: row.version },
  ]);
  return false;
}

/** An approval is answered where it is: a session's turn says that it waits for that. */
export async function surfaceApproval(
  engine: Engine,
  row: Delegation,
  asked: InputRequest,
): Promise<boolean> {
  if (row.parentInvocation !== null) await commitParent(engine, row, withChild(row, asked), []);
  return false;
}

function withChild({ target, id }: Delegation, asked: InputRequest): InputRequest {
  return {
    ...asked,
    reason: `"${target}": ${asked.reason}`,
    askedBy: asked.askedBy ?? { skill: target, contextId: id },
  };
}

/** Of a parent in a session's turn, its call says so too, and the turn looks at it. */
async function commitParent(
  engine: Engine,
  { parentInvocation }: Delegation,
  request: InputRequest,
  changes: readonly Change[],
): Promise<void> {
  const { journal, invocations } = engine.gate.store;
  const call = parentInvocation === null ? undefined : await invocations.get(parentInvocation);
  if (call?.state !== "delegating" || !call.outcome) {
    if (changes.length > 0) await journal.commit("delegation.ask", changes);
    return;
  }
  const inputRequest = { ...request, invocationId: call.id };
  const invocation = {
    ...call,
    state: "input_required" as const,
    outcome: { ...call.outcome, state: "input_required" as const, inputRequest },
  };
  await commitAnswer(engine, call, [
    ...changes,
    { type: "invocation.put", invocation, expect: "delegating" },
  ]);
}
