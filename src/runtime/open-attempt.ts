import { digest } from "../base/digest.ts";
import type { JsonObject } from "../base/json.ts";
import { timestamp } from "../ports/clock.ts";
import type { Invocation } from "../schema/invocation.ts";
import type { Tool } from "../schema/tool.ts";
import { applyHooks } from "./apply-hooks.ts";
import type { Attempt, Call } from "./call.ts";
import type { Gate } from "./gate.ts";

/** A new call, in memory only: what is never asked about or started leaves no half-made row. */
export async function openAttempt(
  gate: Gate,
  call: Call,
  tool: Tool,
  given: JsonObject,
): Promise<Attempt> {
  const { config, hooks } = await gate.arrangementOf(tool, call.sessionId);
  const { inputs, rewritten, veto } = await applyHooks(hooks, call, tool, given);
  const invocation: Invocation = {
    id: call.place?.invocationId ?? gate.newId("inv"),
    toolId: tool.toolId,
    toolDigest: tool.digest,
    actor: call.actor.name,
    scopes: call.actor.scopes,
    sessionId: call.sessionId,
    contextId: call.contextId,
    turn: call.place?.turn ?? 0,
    position: call.place?.position ?? null,
    messageId: call.messageId,
    mode: call.mode,
    dryRun: call.dryRun || call.mode === "planning",
    specFrozen: call.specFrozenAt !== null,
    specFrozenAt: call.specFrozenAt,
    inputs,
    inputDigest: digest(inputs),
    state: "pending",
    outcome: null,
    createdAt: timestamp(gate.clock.now()),
    endedAt: null,
  };
  return {
    tool,
    inputs,
    invocation,
    profile: call.profile,
    grants: gate.grantsOf(tool, call.sessionId),
    config,
    hooks,
    rewritten,
    veto,
    tainted: await gate.isTainted(tool, inputs, call.sessionId),
    stored: null,
    approval: null,
    ledger: null,
    signal: call.signal,
  };
}
