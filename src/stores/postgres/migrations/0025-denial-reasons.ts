import type { Migration } from "../migrate.ts";

export const denialReasons: Migration = {
  id: "0025-denial-reasons",
  up: `
    alter table approvals add column denial_reason text;
  `,
};
