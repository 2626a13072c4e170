import type { Migration } from "../migrate.ts";

export const delegations: Migration = {
  id: "0016-delegations",
  up: `
    create table delegations (
      id                text collate "C" primary key,
      state             text collate "C" not null,
      parent_context    text collate "C" not null,
      parent_invocation text collate "C",
      session_id        text collate "C" not null,
      path              text collate "C" not null,
      target            text collate "C" not null,
      actor             text collate "C" not null,
      scopes            text collate "C" not null,
      -- sealed
      inputs            text collate "C" not null,
      step              integer not null,
      child_state       text collate "C",
      -- sealed
      result            text collate "C",
      owner             text collate "C",
      version           integer not null,
      created_at        text collate "C" not null,
      updated_at        text collate "C" not null
    );

    -- what the router has to do
    create index delegations_open on delegations (updated_at)
      where state in ('open', 'asked', 'answered');
    create index delegations_parent on delegations (parent_context);
    -- erasing a session
    create index delegations_session on delegations (session_id);
  `,
};
