import { AGENT_COLUMNS, encodeAgent } from "./agent-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";

const LINK_COLUMNS = ["id", "agent_id", "capability_id", "position", "created_at"];

export function prepareAgentAppliers(db: Database): Appliers<"agent.add"> {
  const insert = prepareInsert(db, "agents", AGENT_COLUMNS);
  const link = prepareInsert(db, "agent_capabilities", LINK_COLUMNS);

  return {
    "agent.add": ({ agent }) => {
      insert(encodeAgent(agent));
      for (const [position, capabilityId] of agent.capabilities.entries()) {
        link({
          id: `${agent.id}:${capabilityId}`,
          agent_id: agent.id,
          capability_id: capabilityId,
          position,
          created_at: agent.createdAt,
        });
      }
    },
  };
}
