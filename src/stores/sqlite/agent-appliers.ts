import type { Agent } from "../../schema/agent.ts";
import { readEntry } from "../../schema/capability-entry.ts";
import { AGENT_COLUMNS, encodeAgent } from "../agent-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { prepareUpdate } from "./prepare-update.ts";
import { requireChanged } from "./require-changed.ts";

const LINK_COLUMNS = ["id", "agent_id", "capability_id", "position", "created_at", "entry"];

export function prepareAgentAppliers(
  db: Database,
): Appliers<"agent.add" | "agent.put" | "agent.remove"> {
  const insert = prepareInsert(db, "agents", AGENT_COLUMNS);
  const update = prepareUpdate(db, {
    table: "agents",
    key: "id",
    columns: AGENT_COLUMNS,
    expect: [],
  });
  const remove = db.prepare("delete from agents where id = ?");
  const link = prepareInsert(db, "agent_capabilities", LINK_COLUMNS);
  const unlink = db.prepare("delete from agent_capabilities where agent_id = ?");

  function linkAll({ id, capabilities, createdAt }: Agent): void {
    for (const [position, entry] of capabilities.entries()) {
      const { id: capabilityId } = readEntry(entry);
      link({
        id: `${id}:${capabilityId}`,
        agent_id: id,
        capability_id: capabilityId,
        position,
        created_at: createdAt,
        entry: entry === capabilityId ? null : JSON.stringify(entry),
      });
    }
  }

  return {
    "agent.add": ({ agent }) => {
      insert(encodeAgent(agent));
      linkAll(agent);
    },
    "agent.put": ({ agent }) => {
      update(encodeAgent(agent), []);
      unlink.run(agent.id);
      linkAll(agent);
    },
    "agent.remove": ({ id }) => requireChanged(remove.run(id), id),
  };
}
