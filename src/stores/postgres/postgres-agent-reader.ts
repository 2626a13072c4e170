import type { AgentReader } from "../../ports/agent-reader.ts";
import { AGENT_COLUMNS, type AgentWithCapabilities, decodeAgent } from "../agent-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";
import { createListQuery } from "./list-query.ts";

const COLUMNS = [
  ...AGENT_COLUMNS,
  `(select '[' || coalesce(string_agg(entry, ',' order by position), '') || ']'
    from agent_capabilities where agent_id = agents.id) as capabilities`,
];

const ONE = selectFrom("agents", COLUMNS, "where id = $1");
const OLDEST_NAMED = selectFrom("agents", COLUMNS, "where name = $1 order by id limit 1");

export function createPostgresAgentReader(db: Database): AgentReader {
  const page = createListQuery<AgentWithCapabilities>(db, {
    table: "agents",
    columns: COLUMNS,
    order: "id",
  });

  return {
    async get(id) {
      const row = await db.get<AgentWithCapabilities>(ONE, id);
      return row && decodeAgent(row);
    },
    async getByName(name) {
      const row = await db.get<AgentWithCapabilities>(OLDEST_NAMED, name);
      return row && decodeAgent(row);
    },
    async list(bounds) {
      const { items, total } = await page([], bounds);
      return { items: items.map(decodeAgent), total };
    },
  };
}
