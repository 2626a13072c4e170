import type { Migration } from "../migrate.ts";

export const catalog: Migration = {
  id: "0003-catalog",
  up: `
    -- the entry as it was sent, when it is more than an id
    alter table agent_capabilities add column entry text check (json_valid(entry));

    create table seen_tools (
      tool_id       text primary key,
      first_digest  text not null,
      digest        text not null,
      first_seen_at text not null,
      changed_at    text
    ) strict, without rowid;
  `,
};
