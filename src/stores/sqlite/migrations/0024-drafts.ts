import type { Migration } from "../migrate.ts";

/** A draft runs where an admin says so, and a stranger's version once a person has let it run. */
export const drafts: Migration = {
  id: "0024-drafts",
  up: `
    alter table installed_folders add column runs_draft integer not null default 0;
    alter table installed_folders add column approved_digest text;
    update installed_folders set approved_digest = digest;
  `,
};
