import type { Migration } from "../migrate.ts";

export const extensions: Migration = {
  id: "0015-extensions",
  up: `
    create table extensions (
      id           text primary key,
      name         text not null,
      version      text not null,
      description  text not null,
      -- its folder; null for one that came as a zip
      path         text,
      -- of its bundle
      digest       text not null,
      enabled      integer not null,
      warnings     text not null,
      installed_by text not null,
      installed_at text not null,
      updated_at   text not null
    ) strict, without rowid;
  `,
};
