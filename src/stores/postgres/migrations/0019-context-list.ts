import type { Migration } from "../migrate.ts";

export const contextList: Migration = {
  id: "0019-context-list",
  up: `
    alter table agent_context_state add column skill text collate "C";
    update agent_context_state set skill = agent_state_detail::json ->> 'skill';

    -- an actor's runs, the one that moved last first
    create index agent_context_state_moved
      on agent_context_state (actor, updated_at desc, context_id desc);

    -- the same, of one skill
    create index agent_context_state_skill
      on agent_context_state (actor, skill, updated_at desc, context_id desc);
  `,
};
