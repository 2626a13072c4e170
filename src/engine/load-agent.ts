import { CapstanError } from "../base/errors.ts";
import { compose, type RuntimeAgent } from "./compose.ts";
import type { Engine } from "./engine.ts";

export async function loadAgent({ gate }: Engine, agentId: string): Promise<RuntimeAgent> {
  const agent = await gate.store.agents.get(agentId);
  if (!agent) throw new CapstanError("AGENT_NOT_FOUND", `No agent "${agentId}".`);
  return compose(gate.catalog, agent);
}
