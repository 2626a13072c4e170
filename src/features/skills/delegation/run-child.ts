import type { JsonObject } from "../../../base/json.ts";
import type { Engine } from "../../../engine/engine.ts";
import { directCall } from "../../../gate/direct-call.ts";
import type { Context } from "../../../schema/context.ts";
import type { Delegation } from "../../../schema/delegation.ts";
import type { InputRequest } from "../../../schema/input-request.ts";
import { isTerminal } from "../../../schema/task-state.ts";
import { answered, delegateTool, messagesOf } from "../contexts/delegations.ts";
import { contextToken } from "../contexts/memory.ts";
import { type Answered, invokeOrRefuse } from "./invoke-or-refuse.ts";
import { runsElsewhere } from "./runs-elsewhere.ts";
import { surface, surfaceApproval } from "./surface.ts";

/** The child's next turn, through the gate like every call, under the name of its parent's actor. */
export async function runChild(engine: Engine, row: Delegation, parent: Context): Promise<boolean> {
  const { gate } = engine;
  const messageId = messagesOf(row).next;
  if (await runsElsewhere(engine, row.actor, messageId)) return false;
  const outcome = await turnOf(engine, row, messageId);
  const now = await gate.store.delegations.get(row.id);
  // Its last turn has said so in its own commit.
  if (now?.state !== "open" || now.step !== row.step) return true;
  if (isTerminal(outcome.state)) {
    await gate.store.journal.commit("delegation.answer", [answered(gate, now, outcome)]);
    return true;
  }
  const child = await gate.store.contexts.get(row.id);
  const asked = outcome.inputRequest;
  if (asked && asked.kind !== "fields") return surfaceApproval(engine, now, asked);
  const request = child && asksFor(child);
  return request ? surface(engine, now, parent, request) : false;
}

/** What a child that waits for a person wants to know; one that handed over in turn wants nothing. */
function asksFor({ state, inputRequest }: Context): InputRequest | undefined {
  if (state !== "input_required" && state !== "paused") return undefined;
  return inputRequest ?? { kind: "fields", reason: "The skill is paused.", fields: [] };
}

async function turnOf({ gate }: Engine, row: Delegation, messageId: string): Promise<Answered> {
  const { store } = gate;
  const [session, child] = await Promise.all([
    store.sessions.get(row.sessionId),
    store.contexts.get(row.id),
  ]);
  const inputs: JsonObject = JSON.parse(gate.keyring.open(row.inputs, row.id));
  const call = directCall(
    gate,
    {
      toolId: delegateTool(row),
      inputs,
      actor: { id: row.actor, scopes: row.scopes },
      contextId: row.id,
      resumeToken: child ? contextToken(gate, child) : null,
      messageId,
    },
    session,
  );
  return invokeOrRefuse(gate, call);
}
