import type { Migration } from "../migrate.ts";

export const gate: Migration = {
  id: "0002-gate",
  up: `
    alter table tokens add column expires_at text;
    alter table tokens add column revoked_at text;

    -- serves tokens.getByActor: the newest of an actor that was not revoked
    drop index tokens_by_actor;
    create index tokens_by_actor on tokens (actor, id) where revoked_at is null;

    -- what every token could do when sessions did not yet say it
    alter table sessions add column creator_scopes text not null default '["invoke"]'
      check (json_valid(creator_scopes));
    alter table sessions add column spec text check (json_valid(spec));

    alter table approvals add column preview text check (json_valid(preview));

    create table standing_grants (
      id          text primary key,
      tool_id     text not null,
      definition  text not null,
      grants      text not null,
      match       text not null,
      input       text,
      session_id  text,
      actor       text not null,
      level       text not null,
      approval_id text not null,
      created_by  text not null,
      created_at  text not null,
      expires_at  text,
      revoked_by  text,
      revoked_at  text
    ) strict, without rowid;

    -- serves grants.listFor: those of one session, and those that stand everywhere
    create index standing_grants_of_calls on standing_grants (tool_id, actor, session_id, id)
      where revoked_at is null;

    -- serves grants.list, of all and of one session
    create index standing_grants_in_force on standing_grants (id) where revoked_at is null;
    create index standing_grants_by_session on standing_grants (session_id, id)
      where revoked_at is null and session_id is not null;

    create table secrets (
      name       text primary key,
      tools      text not null check (json_valid(tools)),
      hint       text,
      sealed     text not null,
      created_at text not null,
      updated_at text not null
    ) strict, without rowid;

    create table halt (
      id     integer primary key check (id = 1),
      set_by text    not null,
      reason text    not null,
      since  text    not null
    ) strict;

    create table notes (
      name  text primary key,
      value text not null
    ) strict, without rowid;

    create table deliveries (
      id         text    primary key,
      type       text    not null,
      body       text    not null,
      attempts   integer not null,
      due_at     text    not null,
      created_at text    not null
    ) strict;

    -- serves deliveries.listDue
    create index deliveries_by_due on deliveries (due_at, id);

    create table checkpoints (
      sequence    integer primary key,
      body        text    not null,
      hash        text    not null,
      signature   text    not null,
      -- every record up to this row of audit is covered by this checkpoint or one before it
      audit_rowid integer not null
    ) strict;

    -- The heads that a checkpoint signed. The heads of actors' streams and of the system's are
    -- stored in heads as the last checkpoint signed them, no longer with every commit.
    create table checkpoint_heads (
      checkpoint integer not null,
      stream     text    not null,
      records    integer not null,
      hash       text    not null,
      primary key (checkpoint, stream)
    ) strict, without rowid;

    -- serves audit.checkpointOf, and audit.verify: what was signed last of a stream
    create index checkpoint_heads_by_stream on checkpoint_heads (stream, records);
  `,
};
