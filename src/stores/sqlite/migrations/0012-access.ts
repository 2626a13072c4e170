import type { Migration } from "../migrate.ts";

export const openings: Migration = {
  id: "0012-access",
  up: `
    -- folders and hosts that people opened for capabilities
    create table openings (
      id            text primary key,
      capability_id text not null,
      root          text,
      device        text,
      inode         text,
      host          text,
      verbs         text not null check (json_valid(verbs)),
      session_id    text,
      machine       text,
      given_by      text not null,
      given_at      text not null,
      check ((root is null) <> (host is null))
    ) strict, without rowid;

    -- serves the erasure of a session
    create index openings_by_session on openings (session_id) where session_id is not null;

    -- what a call would open, which folders these are, and for how long a person opened them
    alter table approvals add column access text;
    alter table approvals add column roots text;
    alter table approvals add column opened text;
  `,
};
