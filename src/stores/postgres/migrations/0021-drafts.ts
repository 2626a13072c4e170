import type { Migration } from "../migrate.ts";

/** A draft runs where an admin says so. */
export const drafts: Migration = {
  id: "0021-drafts",
  up: "alter table installed_folders add column runs_draft integer not null default 0",
};
