import type { Migration } from "../migrate.ts";

export const audit: Migration = {
  id: "0003-audit",
  up: `
    create table audit (
      -- The order of writing across all streams. Within a stream it rises with the sequence,
      -- because it is given while the stream's head is locked.
      position      bigint generated always as identity unique,
      stream        text collate "C" not null,
      sequence      bigint not null,
      -- what was hashed
      body          text not null,
      hash          text not null,
      -- What lists ask for, as the body says it; audit.verify compares. They cannot be generated
      -- from the body: a JSON string may hold what PostgreSQL cannot turn into text.
      ts            text collate "C" not null,
      invocation_id text collate "C",
      tool_id       text collate "C",
      primary key (stream, sequence)
    );

    -- serves audit.list of one call
    create index audit_by_invocation on audit (invocation_id, position)
      where invocation_id is not null;

    -- The end of a stream: its last event, its last audit record, that record's hash, and the hash
    -- that was here before the last append. An append locks and updates this one small row.
    create table heads (
      stream   text collate "C" primary key,
      events   bigint not null,
      records  bigint not null,
      hash     text not null,
      previous text not null
    ) with (fillfactor = 50);

    create table checkpoints (
      sequence       bigint primary key,
      body           text not null,
      hash           text not null,
      signature      text not null,
      -- every record up to this position is covered by this checkpoint or one before it
      audit_position bigint not null
    );

    -- the heads that a checkpoint signed
    create table checkpoint_heads (
      checkpoint bigint not null,
      stream     text collate "C" not null,
      records    bigint not null,
      hash       text not null,
      primary key (checkpoint, stream)
    );

    -- serves audit.checkpointOf, and audit.verify: what was signed of a stream
    create index checkpoint_heads_by_stream on checkpoint_heads (stream, records, checkpoint);

    -- A chain and its links, as in base/hash-chain.ts.
    create function chain_link(previous text, sequence bigint, body_hash text) returns text
    language sql immutable as $$
      select encode(sha256(convert_to(
        previous || ':' || sequence || ':' || body_hash, 'UTF8')), 'hex')
    $$;

    create function chain_links(previous text, records bigint, body_hashes text[]) returns text[]
    language plpgsql immutable as $$
    declare
      links text[] := '{}';
    begin
      for n in 1 .. cardinality(body_hashes) loop
        previous := chain_link(previous, records + n, body_hashes[n]);
        links := links || previous;
      end loop;
      return links;
    end $$;
  `,
};
