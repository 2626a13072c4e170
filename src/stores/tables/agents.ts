import { Agent } from "../../schema/agent.ts";
import { readEntry } from "../../schema/capability-entry.ts";
import { decodeJson } from "../decode-json.ts";
import { defineInsert, defineRemove, defineUpdate } from "../define-writes.ts";
import { type Fragment, template } from "../fragment.ts";
import { type PerDialect, selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type AgentRow = {
  id: string;
  name: string;
  system_prompt: string;
  status: string;
  model: string | null;
  created_at: string;
};

/** The agent with its capabilities beside it, as one JSON array in order. */
type AgentWithCapabilities = AgentRow & { capabilities: string };

const COLUMNS = [
  "id",
  "name",
  "system_prompt",
  "status",
  "model",
  "created_at",
] as const satisfies readonly (keyof AgentRow)[];

function encode(agent: Agent): AgentRow {
  return {
    id: agent.id,
    name: agent.name,
    system_prompt: agent.systemPrompt,
    status: agent.status,
    model: agent.model ?? null,
    created_at: agent.createdAt,
  };
}

function decode(row: AgentWithCapabilities): Agent {
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

const AGENTS = { table: "agents", columns: COLUMNS, key: "id" } as const;

const insert = defineInsert(AGENTS);
const update = defineUpdate({ ...AGENTS, expect: [] });
const remove = defineRemove(AGENTS);
const link = defineInsert({
  table: "agent_capabilities",
  columns: ["id", "agent_id", "capability_id", "position", "created_at", "entry"],
  key: "id",
});
const unlink = template("delete from agent_capabilities where agent_id = $1");

function linkAll({ id, capabilities, createdAt }: Agent): Fragment[] {
  return capabilities.map((entry, position) => {
    const { id: capabilityId } = readEntry(entry);
    return link({
      id: `${id}:${capabilityId}`,
      agent_id: id,
      capability_id: capabilityId,
      position,
      created_at: createdAt,
      entry: JSON.stringify(entry),
    });
  });
}

const selectEntries = (entry: string) => `(
  select '[' || coalesce(string_agg(entry, ','), '') || ']' from (
    select ${entry} as entry from agent_capabilities where agent_id = agents.id order by position
  ) as entries) as capabilities`;

/** In SQLite, entries that are only an id were once stored without their JSON. */
const ENTRIES: PerDialect = {
  sqlite: selectEntries("coalesce(entry, json_quote(capability_id))"),
  postgres: selectEntries("entry"),
};

export const agents: Table<"agent.add" | "agent.put" | "agent.remove", "agents"> = {
  writes: {
    "agent.add": ({ agent }) => [insert(encode(agent)), ...linkAll(agent)],
    "agent.put": ({ agent }) => [
      update(encode(agent), []),
      {
        template: unlink,
        values: [agent.id],
        row: `agent_capabilities ${agent.id}`,
        // The same rows may come again.
        alone: true,
      },
      ...linkAll(agent),
    ],
    "agent.remove": ({ id }) => [remove(id)],
  },
  reads(db) {
    const columns = [...COLUMNS, ENTRIES[db.dialect]];
    const select = (rest: string) => selectFrom("agents", columns, rest);
    const page = db.page({ table: "agents", columns, order: "id" }, decode);
    return {
      agents: {
        get: db.one(select("where id = $1"), decode),
        getByName: db.one(select("where name = $1 order by id limit 1"), decode),
        list: (bounds) => page([], bounds),
      },
    };
  },
};
