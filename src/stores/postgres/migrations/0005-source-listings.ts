import type { Migration } from "../migrate.ts";

export const sourceListings: Migration = {
  id: "0005-source-listings",
  up: `
    -- what a source listed when it could last be reached
    create table source_listings (
      source_id    text collate "C" primary key,
      capabilities text not null,
      listed_at    text collate "C" not null
    );
  `,
};
