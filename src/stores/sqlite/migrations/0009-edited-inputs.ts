import type { Migration } from "../migrate.ts";

export const editedInputs: Migration = {
  id: "0009-edited-inputs",
  up: `
    -- who changed the input of a call when they answered, and what it was before
    alter table approvals add column edited text;
    -- what is true of few messages: the input that ran instead, or that its turn was cancelled
    alter table messages add column about text;
  `,
};
