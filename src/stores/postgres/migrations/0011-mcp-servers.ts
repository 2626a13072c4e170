import type { Migration } from "../migrate.ts";

export const mcpServers: Migration = {
  id: "0011-mcp-servers",
  up: `
    create table mcp_servers (
      id         text collate "C" primary key,
      -- as its owner wrote it
      config     text not null,
      -- what its command was found to be, so that it stays that
      package    text not null,
      created_by text not null,
      created_at text collate "C" not null
    );
  `,
};
