import type { Migration } from "../migrate.ts";

export const delegations: Migration = {
  id: "0019-delegations",
  up: `
    create table delegations (
      id                text primary key,
      state             text not null,
      parent_context    text not null,
      parent_invocation text,
      session_id        text not null,
      path              text not null,
      target            text not null,
      actor             text not null,
      scopes            text not null,
      -- sealed
      inputs            text not null,
      step              integer not null,
      child_state       text,
      -- sealed
      result            text,
      owner             text,
      version           integer not null,
      created_at        text not null,
      updated_at        text not null
    ) strict, without rowid;

    -- what the router has to do
    create index delegations_open on delegations (updated_at)
      where state in ('open', 'asked', 'answered');
    create index delegations_parent on delegations (parent_context);
    -- erasing a session
    create index delegations_session on delegations (session_id);
  `,
};
