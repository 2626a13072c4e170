import type { Migration } from "../migrate.ts";

export const drift: Migration = {
  id: "0016-drift",
  up: `
    -- what a tool of somebody else says of itself, and what it said before it changed
    alter table seen_tools add column says text not null default 'null' check (json_valid(says));
    alter table seen_tools add column said text not null default 'null' check (json_valid(said));
  `,
};
