import type { Migration } from "../migrate.ts";

/** What a call may touch is called access; a grant is a remembered answer and nothing else. */
export const access: Migration = {
  id: "0004-access",
  up: `
    alter table standing_grants rename column grants to access;

    update approvals set binding = replace(binding, '"grants":', '"access":')
      where binding like '%"grants":%';
    update approvals set changed = replace(changed, '"grants"', '"access"')
      where changed like '%"grants"%';

    -- capabilities of this session alone, beside those of its agent
    alter table sessions add column attachments text not null default '[]';
  `,
};
