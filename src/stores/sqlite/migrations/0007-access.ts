import type { Migration } from "../migrate.ts";

/** What a call may touch is called access; a grant is a remembered answer and nothing else. */
export const access: Migration = {
  id: "0007-access",
  up: `
    alter table standing_grants rename column grants to access;

    update approvals set binding =
      json_remove(json_set(binding, '$.access', binding ->> '$.grants'), '$.grants')
      where binding ->> '$.grants' is not null;
    update approvals set changed = replace(changed, '"grants"', '"access"')
      where changed like '%"grants"%';

    -- capabilities of this session alone, beside those of its agent
    alter table sessions add column attachments text not null default '[]';
  `,
};
