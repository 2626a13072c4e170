import type { Migration } from "../migrate.ts";

export const toolNames: Migration = {
  id: "0025-tool-names",
  up: `
    -- what clients of the gateway call a tool: kept when the tool is gone
    create table tool_names (
      name    text primary key,
      tool_id text not null unique
    ) strict, without rowid;
  `,
};
