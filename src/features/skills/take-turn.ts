import { CapstanError } from "../../base/errors.ts";
import { isJsonObject } from "../../base/json.ts";
import type { Engine } from "../../engine/engine.ts";
import { usableSession } from "../../engine/sessions/session-access.ts";
import type { Invoked } from "../../gate/call-feature.ts";
import type { DirectCall } from "../../gate/direct-call.ts";
import { invokeSkill } from "./invoke-skill.ts";

/** A call of a skill's tool by its id: the same as one by the skill's name. */
export function takeTurn(engine: Engine, wanted: DirectCall): Promise<Invoked> | undefined {
  const isSkill = engine.gate.catalog.getEntry(wanted.toolId)?.contract !== undefined;
  return isSkill ? invokeByTool(engine, wanted) : undefined;
}

async function invokeByTool(engine: Engine, wanted: DirectCall): Promise<Invoked> {
  const { toolId, inputs, actor, sessionId = null, contextId, resumeToken, messageId } = wanted;
  if (sessionId !== null) await usableSession(engine.gate, sessionId, actor);
  if (!isJsonObject(inputs)) throw new CapstanError("INPUT_INVALID", "inputs: no object.");
  const call = {
    name: toolId.split(":")[1] ?? "",
    inputs,
    contextId: contextId ?? undefined,
    resumeToken: resumeToken ?? undefined,
    messageId: messageId ?? undefined,
    dryRun: wanted.dryRun === true || wanted.mode === "planning",
    sessionId: sessionId ?? undefined,
  };
  return invokeSkill(engine, call, actor);
}
