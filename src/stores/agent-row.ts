import { Agent } from "../schema/agent.ts";
import { decodeJson } from "./decode-json.ts";

type AgentRow = {
  id: string;
  name: string;
  system_prompt: string;
  status: string;
  model: string | null;
  created_at: string;
};

/** The agent with its capabilities beside it, as one JSON array in order. */
export type AgentWithCapabilities = AgentRow & { capabilities: string };

export const AGENT_COLUMNS = [
  "id",
  "name",
  "system_prompt",
  "status",
  "model",
  "created_at",
] as const satisfies readonly (keyof AgentRow)[];

export function encodeAgent(agent: Agent): AgentRow {
  return {
    id: agent.id,
    name: agent.name,
    system_prompt: agent.systemPrompt,
    status: agent.status,
    model: agent.model ?? null,
    created_at: agent.createdAt,
  };
}

export function decodeAgent(row: AgentWithCapabilities): Agent {
  const { capabilities } = Agent.shape;
  return {
    id: row.id,
    name: row.name,
    systemPrompt: row.system_prompt,
    status: row.status as Agent["status"],
    ...(row.model !== null && { model: row.model }),
    capabilities: decodeJson(capabilities, row.capabilities, "agent_capabilities.capability_id"),
    createdAt: row.created_at,
  };
}
