import type { Migration } from "../migrate.ts";

export const toolNames: Migration = {
  id: "0022-tool-names",
  up: `
    -- what clients of the gateway call a tool: kept when the tool is gone
    create table tool_names (
      name    text collate "C" primary key,
      tool_id text collate "C" not null unique
    );
  `,
};
