import type { Migration } from "../migrate.ts";

export const turnTakeovers: Migration = {
  id: "0026-turn-takeovers",
  up: `
    create table turn_takeovers (
      session_id text primary key references sessions (id) on delete cascade,
      turn       integer not null,
      progress   integer not null,
      takeovers  integer not null,
      excused    integer not null
    ) strict, without rowid;
  `,
};
