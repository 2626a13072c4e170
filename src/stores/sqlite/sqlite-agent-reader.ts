import type { AgentReader } from "../../ports/agent-reader.ts";
import { AGENT_COLUMNS, type AgentWithCapabilities, decodeAgent } from "../agent-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";
import { createListQuery } from "./list-query.ts";

const COLUMNS = [
  ...AGENT_COLUMNS,
  `(select json_group_array(json(entry)) from (
      select coalesce(entry, json_quote(capability_id)) as entry from agent_capabilities
      where agent_id = agents.id order by position
    )) as capabilities`,
];

export function createSqliteAgentReader(db: Database): AgentReader {
  const prepare = (rest: string) =>
    db.prepare<AgentWithCapabilities>(selectFrom("agents", COLUMNS, rest));
  const one = prepare("where id = ?");
  const oldestNamed = prepare("where name = ? order by id limit 1");
  const page = createListQuery<AgentWithCapabilities>(db, {
    table: "agents",
    columns: COLUMNS,
    order: "id",
  });

  return {
    async get(id) {
      const row = one.get(id);
      return row && decodeAgent(row);
    },
    async getByName(name) {
      const row = oldestNamed.get(name);
      return row && decodeAgent(row);
    },
    async list(bounds) {
      const { items, total } = page([], bounds);
      return { items: items.map(decodeAgent), total };
    },
  };
}
