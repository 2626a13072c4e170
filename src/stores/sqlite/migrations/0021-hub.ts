import type { Migration } from "../migrate.ts";

export const hub: Migration = {
  id: "0021-hub",
  up: `
    -- what was last seen of each hub
    create table hubs (
      url    text primary key,
      serial integer not null,
      body   text not null
    ) strict, without rowid;

    -- whose keys an admin has pinned
    create table hub_keys (
      publisher text primary key,
      key       text not null,
      body      text not null
    ) strict, without rowid;

    create table hub_installs (
      id     text primary key,
      digest text not null,
      body   text not null
    ) strict, without rowid;
  `,
};
