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

    -- what each tool was when a secret was given to it; null for those given before that was kept
    alter table secrets add column bindings text;
    -- whose a context is that belongs to no session
    alter table agent_context_state add column actor text;

    -- capabilities of this session alone, beside those of its agent
    alter table sessions add column attachments text not null default '[]';
    -- when something from outside first came into it
    alter table sessions add column tainted_at text;
    -- why its last turn failed
    alter table sessions add column error text;
  `,
};
