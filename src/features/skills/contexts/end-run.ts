import { timestamp } from "../../../base/clock.ts";
import { isJsonObject, type JsonValue } from "../../../base/json.ts";
import { refuseApproval } from "../../../gate/approvals/refuse-approval.ts";
import type { Gate } from "../../../gate/gate.ts";
import { failedOutcome } from "../../../gate/outcomes.ts";
import type { Context } from "../../../schema/context.ts";
import { executionStatusOf } from "../../../schema/execution-status.ts";
import type { Outcome } from "../../../schema/outcome.ts";
import { toolIdOf } from "../../../schema/tool.ts";
import type { Change } from "../../../stores/journal.ts";
import { holdRun } from "./hold-run.ts";
import { runOf } from "./memory.ts";

type Ended = { readonly outcome: Outcome; readonly changes: Change[] };

/** Ends a run that waits, without a turn of its code. */
export async function endRun(
  gate: Gate,
  before: Context,
  { actor, message }: { readonly actor: string; readonly message: string },
): Promise<Ended> {
  const { id, turn, version, sessionId } = before;
  const { skill = "", invocation = id } = runOf(before);
  const now = timestamp(gate.clock.now());
  const outcome: Outcome = {
    ...failedOutcome({ id: invocation, turn }, "failed", "CANCELLED", message),
    contextId: id,
    metadata: { executionStatus: executionStatusOf("failed"), agentState: "failed" },
  };
  const { delegation: _, ...detail } = isJsonObject(before.detail) ? before.detail : {};
  const context: Context = {
    ...before,
    state: "failed",
    version: version + 1,
    inputRequest: null,
    detail: { ...detail, outcome: JSON.parse(JSON.stringify(outcome)) as JsonValue },
    updatedAt: now,
  };
  const changes: Change[] = [
    { type: "context.put", context, expect: version },
    { type: "bundle.release", usedBy: `context:${id}` },
    ...(await noteOf(gate, before, { actor, message })),
    {
      type: "audit.add",
      entry: {
        id: gate.newId("aud"),
        stream: sessionId ?? `actor:${actor}:${now.slice(0, 10)}`,
        ts: now,
        type: "context.cancelled",
        actor,
        sessionId,
        invocationId: null,
        toolId: toolIdOf("skill", skill, "run"),
        data: { context_id: id, turn, version: version + 1, was: before.state, reason: message },
      },
    },
  ];
  const held = holdRun(
    gate,
    { contextId: id, sessionId, invocationId: gate.newId("inv") },
    changes,
  );
  return { outcome, changes: [...(await withdrawTurns(gate, { id, sessionId }, actor)), ...held] };
}

/** A run whose contract has no log kept has none to add to. */
async function noteOf(
  gate: Gate,
  { id: contextId, turn }: Context,
  { actor, message }: { readonly actor: string; readonly message: string },
): Promise<Change[]> {
  const events = await gate.store.contexts.events(contextId);
  if (events.length === 0) return [];
  const event = {
    id: gate.newId("evt"),
    contextId,
    type: "run.cancelled",
    payload: { by: actor, message },
    turn,
    agentId: null,
    messageId: null,
    ts: timestamp(gate.clock.now()),
  };
  return [{ type: "context.note", event }];
}

const MOST_APPROVALS = 2_000;

/** A turn of the run that waits for somebody's yes: to run it later would begin the run anew. */
export async function withdrawTurns(
  gate: Gate,
  { id, sessionId }: Pick<Context, "id" | "sessionId">,
  actor: string,
): Promise<Change[]> {
  if (sessionId === null) return [];
  const of = (state: "pending" | "approved") =>
    gate.store.approvals.list({ sessionId, state, limit: MOST_APPROVALS, offset: 0 });
  const [pending, approved] = await Promise.all([of("pending"), of("approved")]);
  const changes: Change[] = [];
  for (const approval of [...pending.items, ...approved.items]) {
    const invocation = await gate.store.invocations.get(approval.invocationId);
    if (invocation?.contextId !== id || invocation.state !== "input_required") continue;
    changes.push(...refuseApproval(gate, { approval, invocation, actor }, "ended").changes);
  }
  return changes;
}
