import type { Migration } from "../migrate.ts";

export const customs: Migration = {
  id: "0004-customs",
  up: `
    create table custom_capabilities (
      id         text primary key,
      version    text not null,
      manifest   text not null check (json_valid(manifest)),
      created_by text not null,
      created_at text not null,
      updated_at text not null
    ) strict, without rowid;

    -- what a capability changed about a call before it was asked about
    alter table approvals add column rewritten text check (json_valid(rewritten));
  `,
};
