import type { Migration } from "../migrate.ts";

export const sourceListings: Migration = {
  id: "0008-source-listings",
  up: `
    -- what a source listed when it could last be reached
    create table source_listings (
      source_id    text primary key,
      capabilities text not null,
      listed_at    text not null
    ) strict, without rowid;
  `,
};
