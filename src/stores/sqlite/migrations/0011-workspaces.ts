import type { Migration } from "../migrate.ts";

export const workspaces: Migration = {
  id: "0011-workspaces",
  up: `
    alter table session_files add column executable integer not null default 0;

    -- who may change the folder of a session's files, and until when
    create table workspace_leases (
      session_id text primary key references sessions (id) on delete cascade,
      holder     text not null,
      expires_at text not null
    ) strict, without rowid;
  `,
};
