import type { Migration } from "../migrate.ts";

export const hub: Migration = {
  id: "0018-hub",
  up: `
    -- what was last seen of each hub
    create table hubs (
      url    text collate "C" primary key,
      serial bigint not null,
      body   text collate "C" not null
    );

    -- whose keys an admin has pinned
    create table hub_keys (
      publisher text collate "C" primary key,
      key       text collate "C" not null,
      body      text collate "C" not null
    );

    create table hub_installs (
      id     text collate "C" primary key,
      digest text collate "C" not null,
      body   text collate "C" not null
    );
  `,
};
