import type { Agent } from "../../schema/agent.ts";
import { readEntry } from "../../schema/capability-entry.ts";
import { AGENT_COLUMNS, encodeAgent } from "../agent-row.ts";
import { defineInsert, defineUpdate, type Fragment, template } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const AGENTS = { table: "agents", columns: AGENT_COLUMNS, key: "id" } as const;

const insert = defineInsert(AGENTS);
const update = defineUpdate({ ...AGENTS, expect: [] });
const remove = template("delete from agents where id = $1 returning 1");
const unlink = template("delete from agent_capabilities where agent_id = $1");
const link = template(`
  insert into agent_capabilities (id, agent_id, capability_id, position, created_at, entry)
  select $1::text || ':' || capability_id, $1, capability_id, n - 1, $2, entry
  from unnest($3::text[], $4::text[]) with ordinality as given (capability_id, entry, n)`);

function linkAll({ id, capabilities, createdAt }: Agent): Fragment {
  const ids = capabilities.map((entry) => readEntry(entry).id);
  const entries = capabilities.map((entry) => JSON.stringify(entry));
  return { template: link, values: [id, createdAt, ids, entries], row: `agent_capabilities ${id}` };
}

export const agentWriters: Writers<"agent.add" | "agent.put" | "agent.remove"> = {
  "agent.add": ({ agent }) => [insert(encodeAgent(agent)), linkAll(agent)],
  "agent.put": ({ agent }) => [
    update(encodeAgent(agent), []),
    { template: unlink, values: [agent.id], row: `agent_capabilities ${agent.id}` },
    linkAll(agent),
  ],
  "agent.remove": ({ id }) => [
    { template: remove, values: [id], row: `agents ${id}`, subject: id },
  ],
};
