import type { Migration } from "../migrate.ts";

export const awaitedCalls: Migration = {
  id: "0015-awaited-calls",
  up: `
    create table awaited_calls (
      invocation_id text collate "C" primary key,
      -- of who calls what with which inputs
      digest        text collate "C" not null,
      connection    text collate "C" not null,
      session_id    text collate "C" not null,
      asked_at      text collate "C" not null
    );

    -- the same call, made again
    create index awaited_calls_digest on awaited_calls (digest);
    -- erasing a session
    create index awaited_calls_session on awaited_calls (session_id);
  `,
};
