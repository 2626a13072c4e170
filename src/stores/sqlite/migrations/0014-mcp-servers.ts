import type { Migration } from "../migrate.ts";

export const mcpServers: Migration = {
  id: "0014-mcp-servers",
  up: `
    create table mcp_servers (
      id         text primary key,
      -- as its owner wrote it
      config     text not null check (json_valid(config)),
      -- what its command was found to be, so that it stays that
      package    text not null check (json_valid(package)),
      created_by text not null,
      created_at text not null
    ) strict, without rowid;
  `,
};
