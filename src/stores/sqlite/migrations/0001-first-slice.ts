import type { Migration } from "../migrate.ts";

/**
 * A durable commit is paid by the page, so that tables of small rows are `without rowid`: one page
 * for the row and its key together. Large rows are not: as cells of an index they would leave four
 * to a page, and the tree would be ten levels deep after a million. Ids rise, so that a primary key
 * is also the order of creation.
 */
export const firstSlice: Migration = {
  id: "0001-first-slice",
  up: `
    create table agents (
      id            text primary key,
      name          text not null,
      system_prompt text not null,
      status        text not null,
      model         text,
      created_at    text not null
    ) strict, without rowid;

    -- serves agents.getByName: the oldest of a name
    create index agents_by_name on agents (name, id);

    create table agent_capabilities (
      id            text    primary key,
      agent_id      text    not null references agents (id) on delete cascade,
      capability_id text    not null,
      position      integer not null default 0,
      created_at    text    not null,
      unique (agent_id, capability_id)
    ) strict, without rowid;

    -- serves every read of an agent: its capabilities in order
    create index agent_capabilities_in_order on agent_capabilities (agent_id, position);

    create table tokens (
      id         text primary key,
      actor      text not null,
      scopes     text not null check (json_valid(scopes)),
      hash       text not null unique,
      created_at text not null
    ) strict, without rowid;

    -- serves tokens.getByActor: the newest of an actor
    create index tokens_by_actor on tokens (actor, id);

    create table sessions (
      id            text    primary key,
      agent_id      text    not null,
      title         text    not null,
      state         text    not null,
      turn          integer not null,
      last_turn     integer not null,
      version       integer not null,
      mode          text    not null,
      profile       text    not null,
      input_request text    check (json_valid(input_request)),
      created_by    text    not null,
      created_at    text    not null,
      updated_at    text    not null
    ) strict;

    -- serves sessions.listUnfinished, whose condition is this one to the letter
    create index sessions_unfinished on sessions (id)
      where state = 'in_progress' or (last_turn > turn and state in
        ('pending', 'completed', 'failed', 'timeout', 'blocked', 'escalated'));

    create table messages (
      session_id    text    not null,
      turn          integer not null,
      position      integer not null,
      id            text    not null,
      role          text    not null,
      content       text    not null,
      tool_calls    text    check (json_valid(tool_calls)),
      tool_id       text,
      invocation_id text,
      message_id    text,
      created_at    text    not null,
      primary key (session_id, turn, position)
    ) strict;

    -- serves sessions.messageByCallerId, and makes a repeated message a conflict
    create unique index messages_by_caller on messages (session_id, message_id)
      where message_id is not null;

    create table events (
      session_id text    not null,
      sequence   integer not null,
      id         text    not null,
      type       text    not null,
      turn       integer not null,
      ts         text    not null,
      data       text    not null check (json_valid(data)),
      primary key (session_id, sequence)
    ) strict, without rowid;

    create table invocations (
      id         text    primary key,
      actor      text    not null,
      position   integer,
      message_id text,
      state      text    not null,
      body       text    not null
    ) strict;

    -- serves invocations.getByMessageId, and makes a repeated call a conflict
    create unique index invocations_by_caller on invocations (actor, message_id)
      where message_id is not null and position is null;

    create table approvals (
      id               text primary key,
      state            text not null,
      level            text not null,
      session_id       text,
      invocation_id    text not null,
      tool_id          text not null,
      risk_level       text not null,
      side_effect_tags text not null check (json_valid(side_effect_tags)),
      inputs           text not null check (json_valid(inputs)),
      reason           text not null,
      changed          text check (json_valid(changed)),
      binding          text not null check (json_valid(binding)),
      expires_at       text not null,
      created_at       text not null,
      answered_by      text,
      answered_at      text
    ) strict;

    -- serves approvals.getByInvocation: the newest of a call
    create index approvals_by_invocation on approvals (invocation_id, id);

    -- serves approvals.list of one session
    create index approvals_by_session on approvals (session_id, id) where session_id is not null;

    -- serves approvals.list of what is pending, and approvals.listExpired
    create index approvals_pending on approvals (id, expires_at) where state = 'pending';

    create table ledger (
      invocation_id text    primary key,
      status        text    not null,
      attempt       integer not null,
      owner         text    not null,
      start_before  text    not null,
      intended_at   text    not null,
      invocation    text
    ) strict, without rowid;

    -- keeps its rowid: that is the order of insertion across all streams
    create table audit (
      stream        text    not null,
      sequence      integer not null,
      -- what was hashed; the columns after it only read from it, so that they cannot differ
      body          text    not null,
      hash          text    not null,
      id            text    as (body ->> 'id'),
      ts            text    as (body ->> 'ts'),
      type          text    as (body ->> 'type'),
      actor         text    as (body ->> 'actor'),
      session_id    text    as (body ->> 'session_id'),
      invocation_id text    as (body ->> 'invocation_id'),
      tool_id       text    as (body ->> 'tool_id')
    ) strict;

    -- serves audit.list and audit.verify of one session. The few other streams have none: a page
    -- more in every commit of a call outside a session would cost it 20 µs
    create unique index audit_of_sessions on audit (stream, sequence)
      where stream glob 'session_*';

    -- The end of a stream: its last event, its last audit record, and that record's hash. An
    -- append reads and updates this one small row; a log cut off at its end no longer fits it.
    create table heads (
      stream  text    primary key,
      events  integer not null,
      records integer not null,
      hash    text    not null
    ) strict, without rowid;
  `,
};
