import { timestamp } from "../../../base/clock.ts";
import { digest } from "../../../base/digest.ts";
import { isJsonObject } from "../../../base/json.ts";
import type { Engine } from "../../../engine/engine.ts";
import { commitAnswer } from "../../../engine/sessions/answer-approval.ts";
import { directCall } from "../../../gate/direct-call.ts";
import type { Context } from "../../../schema/context.ts";
import { type Delegation, isAtWork } from "../../../schema/delegation.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import { isTerminal } from "../../../schema/task-state.ts";
import type { Change } from "../../../stores/journal.ts";
import { answered, delegateTool, messagesOf } from "../contexts/delegations.ts";
import { runOf } from "../contexts/memory.ts";
import { invokeOrRefuse } from "./invoke-or-refuse.ts";
import { runsElsewhere } from "./runs-elsewhere.ts";

/**
 * The parent's next turn, with what became of its child. The turn's own commit says that it has heard
 * of it, so that it hears of it once.
 */
export async function deliver(engine: Engine, row: Delegation, parent: Context): Promise<boolean> {
  if (row.parentInvocation !== null) return deliverInTurn(engine, row, row.parentInvocation);
  const { gate } = engine;
  const messageId = messagesOf(row).back;
  if (await runsElsewhere(engine, row.actor, messageId)) return false;
  const session = await gate.store.sessions.get(row.sessionId);
  const call = directCall(
    gate,
    {
      toolId: delegateTool({ target: runOf(parent).skill ?? "" }),
      inputs: {},
      actor: { id: row.actor, scopes: row.scopes },
      contextId: parent.id,
      messageId,
    },
    session,
  );
  const outcome = await invokeOrRefuse(gate, call);
  if (!isTerminal(outcome.state)) return false;
  await endUnheard(engine, row, outcome);
  return true;
}

/** Its call is put back: the session's turn makes it once more. */
async function deliverInTurn(
  engine: Engine,
  row: Delegation,
  invocationId: string,
): Promise<boolean> {
  const { gate } = engine;
  const call = await gate.store.invocations.get(invocationId);
  if (
    call?.state === "delegating" ||
    (call?.state === "input_required" && isOfChild(call.outcome))
  ) {
    const invocation = {
      ...call,
      state: "pending" as const,
      outcome: null,
      inputs: {},
      inputDigest: digest({}),
      endedAt: null,
    };
    await commitAnswer(engine, call, [{ type: "invocation.put", invocation, expect: call.state }]);
    return false;
  }
  // Cancelled, denied, or gone with its turn.
  const isOver = !call || isTerminal(call.state);
  if (isOver) await endUnheard(engine, row, call?.outcome ?? { state: "failed" });
  return isOver;
}

function isOfChild(outcome: Outcome | null): boolean {
  return outcome?.inputRequest?.askedBy !== undefined;
}

/** The parent's turn came to an end before its code ran: refused, or denied. So has its run. */
async function endUnheard(
  engine: Engine,
  { id }: Delegation,
  outcome: Pick<Outcome, "state" | "error">,
): Promise<void> {
  const { gate } = engine;
  const row = await gate.store.delegations.get(id);
  if (row?.state !== "answered") return;
  const parent = await gate.store.contexts.get(row.parentContext);
  if (!parent) return;
  const now = timestamp(gate.clock.now());
  const { delegation: _, ...detail } = isJsonObject(parent.detail) ? parent.detail : {};
  const context: Context = {
    ...parent,
    state: outcome.state,
    version: parent.version + 1,
    inputRequest: null,
    detail: { ...detail, outcome: JSON.parse(JSON.stringify(outcome)) },
    updatedAt: now,
  };
  await gate.store.journal.commit("delegation.end", [
    { type: "context.put", context, expect: parent.version },
    { type: "bundle.release", usedBy: `context:${parent.id}` },
    {
      type: "delegation.put",
      delegation: { ...row, state: "delivered", result: null, version: row.version + 1 },
      expect: row.version,
    },
    ...(await tellAbove(engine, parent.id, outcome)),
  ]);
}

/** A parent that was handed over to itself answers the one above it. */
async function tellAbove(
  { gate }: Engine,
  contextId: string,
  outcome: Pick<Outcome, "state" | "error">,
): Promise<Change[]> {
  const above = await gate.store.delegations.get(contextId);
  return above && isAtWork(above) ? [answered(gate, above, outcome)] : [];
}
