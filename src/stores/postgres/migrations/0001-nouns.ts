import type { Migration } from "../migrate.ts";

/**
 * The tables of the SQLite store. Keys are compared byte by byte (`collate "C"`): so they sort the
 * same on every server, and as SQLite sorts them. JSON is text, because what is hashed and signed
 * must come back as it was written.
 */
export const nouns: Migration = {
  id: "0001-nouns",
  up: `
    create table agents (
      id            text collate "C" primary key,
      name          text collate "C" not null,
      system_prompt text not null,
      status        text not null,
      model         text,
      created_at    text not null
    );

    -- serves agents.getByName: the oldest of a name
    create index agents_by_name on agents (name, id);

    create table agent_capabilities (
      id            text collate "C" primary key,
      agent_id      text collate "C" not null references agents (id) on delete cascade,
      capability_id text collate "C" not null,
      position      integer not null default 0,
      created_at    text not null,
      -- as it was sent, in JSON
      entry         text not null,
      unique (agent_id, capability_id)
    );

    -- serves every read of an agent: its capabilities in order
    create index agent_capabilities_in_order on agent_capabilities (agent_id, position);

    create table tokens (
      id         text collate "C" primary key,
      actor      text collate "C" not null,
      scopes     text not null,
      hash       text collate "C" not null unique,
      created_at text not null,
      expires_at text,
      revoked_at text
    );

    -- serves tokens.getByActor: the newest of an actor that was not revoked
    create index tokens_by_actor on tokens (actor, id) where revoked_at is null;

    create table sessions (
      id             text collate "C" primary key,
      agent_id       text not null,
      title          text not null,
      state          text collate "C" not null,
      turn           integer not null,
      last_turn      integer not null,
      version        integer not null,
      mode           text not null,
      profile        text not null,
      input_request  text,
      created_by     text collate "C" not null,
      creator_scopes text not null,
      spec           text,
      -- what a writer of the spec expects; the spec is any JSON, also such as jsonb cannot hold
      spec_digest    text,
      spec_frozen_at text,
      created_at     text not null,
      updated_at     text not null
    ) with (fillfactor = 70);

    -- serves sessions.listUnfinished, whose condition is this one
    create index sessions_unfinished on sessions (id)
      where state = 'in_progress' or (last_turn > turn and state in
        ('pending', 'completed', 'failed', 'timeout', 'blocked', 'escalated'));

    create table messages (
      session_id    text collate "C" not null,
      turn          integer not null,
      position      integer not null,
      id            text not null,
      role          text not null,
      content       text not null,
      tool_calls    text,
      tool_id       text,
      invocation_id text,
      message_id    text collate "C",
      usage         text,
      parts         text,
      created_at    text not null,
      primary key (session_id, turn, position)
    );

    -- serves sessions.messageByCallerId, and makes a repeated message a conflict
    create unique index messages_by_caller on messages (session_id, message_id)
      where message_id is not null;

    create table events (
      session_id text collate "C" not null,
      sequence   bigint not null,
      id         text not null,
      type       text not null,
      turn       integer not null,
      ts         text not null,
      data       text not null,
      primary key (session_id, sequence)
    );

    create table invocations (
      id         text collate "C" primary key,
      actor      text collate "C" not null,
      position   integer,
      message_id text collate "C",
      state      text not null,
      body       text not null
    );

    -- serves invocations.getByMessageId, and makes a repeated call a conflict
    create unique index invocations_by_caller on invocations (actor, message_id)
      where message_id is not null and position is null;

    create table approvals (
      id               text collate "C" primary key,
      state            text collate "C" not null,
      level            text not null,
      session_id       text collate "C",
      invocation_id    text collate "C" not null,
      tool_id          text not null,
      risk_level       text not null,
      side_effect_tags text not null,
      inputs           text not null,
      preview          text,
      reason           text not null,
      changed          text,
      binding          text not null,
      expires_at       text collate "C" not null,
      created_at       text not null,
      answered_by      text,
      answered_at      text,
      rewritten        text
    );

    -- serves approvals.getByInvocation: the newest of a call
    create index approvals_by_invocation on approvals (invocation_id, id);

    -- serves approvals.list of one session
    create index approvals_by_session on approvals (session_id, id) where session_id is not null;

    -- serves approvals.list of what is pending, and approvals.listExpired
    create index approvals_pending on approvals (id, expires_at) where state = 'pending';

    create table ledger (
      invocation_id text collate "C" primary key,
      status        text collate "C" not null,
      attempt       integer not null,
      owner         text collate "C" not null,
      start_before  text not null,
      intended_at   text not null,
      invocation    text
    );

    create table standing_grants (
      id          text collate "C" primary key,
      tool_id     text collate "C" not null,
      definition  text not null,
      grants      text not null,
      match       text not null,
      input       text,
      session_id  text collate "C",
      actor       text collate "C" not null,
      level       text not null,
      approval_id text not null,
      created_by  text not null,
      created_at  text not null,
      expires_at  text,
      revoked_by  text,
      revoked_at  text
    );

    -- serves grants.listFor: those of one session, and those that stand everywhere
    create index standing_grants_of_calls on standing_grants (tool_id, actor, session_id, id)
      where revoked_at is null;

    -- serves grants.list, of all and of one session
    create index standing_grants_in_force on standing_grants (id) where revoked_at is null;
    create index standing_grants_by_session on standing_grants (session_id, id)
      where revoked_at is null and session_id is not null;

    create table secrets (
      name       text collate "C" primary key,
      tools      text not null,
      hint       text,
      sealed     text not null,
      created_at text not null,
      updated_at text not null
    );

    create table halt (
      id     integer primary key check (id = 1),
      set_by text not null,
      reason text not null,
      since  text not null
    );

    create table notes (
      name  text collate "C" primary key,
      value text not null
    );

    create table seen_tools (
      tool_id       text collate "C" primary key,
      first_digest  text not null,
      digest        text not null,
      first_seen_at text not null,
      changed_at    text
    );

    create table custom_capabilities (
      id         text collate "C" primary key,
      version    text not null,
      manifest   text not null,
      created_by text not null,
      created_at text not null,
      updated_at text not null
    );

    create table deliveries (
      id         text collate "C" primary key,
      type       text not null,
      body       text not null,
      attempts   integer not null,
      due_at     text collate "C" not null,
      created_at text not null
    );

    -- serves deliveries.listDue
    create index deliveries_by_due on deliveries (due_at, id);

    -- Undoes a step that did not find what its writer had read.
    create function require_row(was_written boolean, subject text) returns void
    language plpgsql as $$
    begin
      if not was_written then
        raise exception '%', subject using errcode = 'CAP01';
      end if;
    end $$;
  `,
};
