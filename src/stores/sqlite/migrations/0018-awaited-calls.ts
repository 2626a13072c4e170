import type { Migration } from "../migrate.ts";

export const awaitedCalls: Migration = {
  id: "0018-awaited-calls",
  up: `
    create table awaited_calls (
      invocation_id text primary key,
      -- of who calls what with which inputs
      digest        text not null,
      connection    text not null,
      session_id    text not null,
      asked_at      text not null
    ) strict, without rowid;

    -- the same call, made again
    create index awaited_calls_digest on awaited_calls (digest);
    -- erasing a session
    create index awaited_calls_session on awaited_calls (session_id);
  `,
};
