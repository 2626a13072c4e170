import type { Migration } from "../migrate.ts";

export const turnClaims: Migration = {
  id: "0020-turn-claims",
  up: `
    alter table ledger add column context_id text;

    -- a run has one turn at a time
    create unique index ledger_context on ledger (context_id) where context_id is not null;
  `,
};
