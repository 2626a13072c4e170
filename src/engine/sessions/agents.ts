import { timestamp } from "../../base/clock.ts";
import { digest } from "../../base/digest.ts";
import { CapstanError } from "../../base/errors.ts";
import type { JsonObject } from "../../base/json.ts";
import { systemAudit } from "../../gate/audit/system-audit.ts";
import type { Agent } from "../../schema/agent.ts";
import { composeSession } from "../composition/compose-session.ts";
import { previewOf } from "../composition/preview.ts";
import type { Engine } from "../engine.ts";

type NewAgent = Pick<Agent, "name" | "systemPrompt" | "capabilities" | "model">;

/** Undefined leaves a field as it is; null for the model takes the default again. */
export type AgentPatch = {
  readonly [K in keyof Omit<NewAgent, "model">]?: NewAgent[K] | undefined;
} & { readonly model?: string | null | undefined };

export async function requireAgent({ gate }: Engine, id: string): Promise<Agent> {
  const agent = await gate.store.agents.get(id);
  if (agent) return agent;
  throw new CapstanError("AGENT_NOT_FOUND", `No agent "${id}".`, { details: { agent_id: id } });
}

/** What cannot be composed is refused here, not in the middle of a session. */
export async function createAgent(engine: Engine, wanted: NewAgent, by: string): Promise<Agent> {
  const { gate } = engine;
  const agent: Agent = {
    id: gate.newId("agent"),
    status: "active",
    createdAt: timestamp(gate.clock.now()),
    ...wanted,
  };
  if (agent.model !== undefined) engine.checkModel(agent.model);
  await composeSession(engine, { agent });
  await gate.store.journal.commit("agent.add", [
    { type: "agent.add", agent },
    systemAudit(gate, "agent.created", by, recordOf(agent)),
  ]);
  return agent;
}

/** Under one id for all drafts, so that typing does not push agents out of what is remembered. */
export async function previewDraft(engine: Engine, wanted: NewAgent) {
  const createdAt = timestamp(engine.gate.clock.now());
  return previewOf(
    await composeSession(engine, {
      agent: { id: "agent_draft", status: "active", createdAt, ...wanted },
    }),
  );
}

export async function patchAgent(
  engine: Engine,
  id: string,
  patch: AgentPatch,
  by: string,
): Promise<Agent> {
  const { gate } = engine;
  const { model: before, ...agent } = await requireAgent(engine, id);
  const model = patch.model === undefined ? before : (patch.model ?? undefined);
  const patched: Agent = {
    ...agent,
    name: patch.name ?? agent.name,
    systemPrompt: patch.systemPrompt ?? agent.systemPrompt,
    capabilities: patch.capabilities ?? agent.capabilities,
    ...(model !== undefined && { model }),
  };
  if (patched.model !== undefined) engine.checkModel(patched.model);
  await composeSession(engine, { agent: patched });
  await gate.store.journal.commit("agent.put", [
    { type: "agent.put", agent: patched },
    systemAudit(gate, "agent.changed", by, recordOf(patched)),
  ]);
  return patched;
}

export async function removeAgent(engine: Engine, id: string, by: string): Promise<void> {
  const { gate } = engine;
  const { name } = await requireAgent(engine, id);
  await gate.store.journal.commit("agent.remove", [
    { type: "agent.remove", id },
    systemAudit(gate, "agent.removed", by, { agent_id: id, name }),
  ]);
}

/** What an agent may do from now on. Its prompt is long, and told by its digest. */
function recordOf({ id, name, model, systemPrompt, capabilities }: Agent): JsonObject {
  return {
    agent_id: id,
    name,
    model: model ?? null,
    prompt_digest: digest(systemPrompt),
    capabilities: capabilities.map((each) => (typeof each === "string" ? each : each.id)),
  };
}
