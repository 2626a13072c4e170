import type { Migration } from "../migrate.ts";

export const sessions: Migration = {
  id: "0005-sessions",
  up: `
    -- S37
    create table agent_context_state (
      context_id            text    primary key,
      session_id            text,
      current_turn          integer not null default 1,
      task_state            text    not null default 'pending',
      summary               text    not null default '',
      version               integer not null default 1,
      agent_state_detail    text    not null check (json_valid(agent_state_detail)),
      input_request_payload text    check (json_valid(input_request_payload)),
      created_at            text    not null,
      updated_at            text    not null
    ) strict, without rowid;

    -- serves session.erase
    create index agent_context_state_by_session on agent_context_state (session_id)
      where session_id is not null;

    -- S38
    create table agent_conversation_events (
      id          text    primary key,
      context_id  text    not null references agent_context_state (context_id) on delete cascade,
      event_type  text    not null,
      payload     text    not null check (json_valid(payload)),
      timestamp   text    not null,
      turn_number integer not null,
      agent_id    text,
      message_id  text
    ) strict;

    -- serves contexts.events, and the trimming of what is too old
    create index agent_conversation_events_in_order on agent_conversation_events (context_id, id);
    create unique index agent_conversation_events_by_message
      on agent_conversation_events (context_id, message_id) where message_id is not null;

    -- S39
    create table agent_pocket_facts (
      context_id text not null references agent_context_state (context_id) on delete cascade,
      bucket     text not null,
      key        text not null,
      value      text not null check (json_valid(value)),
      timestamp  text not null,
      expires_at text,
      primary key (context_id, bucket, key)
    ) strict;

    -- serves the trimming of a bucket
    create index agent_pocket_facts_by_age on agent_pocket_facts (context_id, bucket, timestamp);
    create index agent_pocket_facts_expiring on agent_pocket_facts (expires_at)
      where expires_at is not null;

    create table session_files (
      session_id text    not null references sessions (id) on delete cascade,
      path       text    not null,
      -- the folder that it lies in, so that one folder can be listed without those below it
      folder     text    not null,
      kind       text    not null,
      digest     text,
      size       integer not null,
      created_at text    not null,
      updated_at text    not null,
      primary key (session_id, path)
    ) strict, without rowid;

    -- serves files.list of one folder
    create index session_files_in_folder on session_files (session_id, folder, path);
    -- serves blobs.sweep
    create index session_files_by_content on session_files (digest) where digest is not null;

    -- by number, so that a content can be named at its end without writing it again
    create table blobs (
      id         integer primary key,
      digest     text    not null unique,
      whole      integer not null,
      created_at text    not null
    ) strict;

    create table blob_chunks (
      blob  integer not null references blobs (id) on delete cascade,
      place integer not null,
      bytes blob    not null,
      primary key (blob, place)
    ) strict;

    alter table messages add column usage text check (json_valid(usage));
    alter table messages add column parts text check (json_valid(parts));
  `,
};
