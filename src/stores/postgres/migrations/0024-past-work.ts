import type { Migration } from "../migrate.ts";

export const pastWork: Migration = {
  id: "0024-past-work",
  up: `
    -- serves work.turns, whose condition is this one to the letter
    create index events_of_turns on events (ts collate "C", session_id, sequence, type)
      where type in ('turn.started', 'turn.waiting', 'turn.completed', 'turn.failed');

    -- serves work.replies
    create index messages_with_usage on messages (created_at collate "C") where usage is not null;
  `,
};
