import type { Migration } from "../migrate.ts";

export const extensions: Migration = {
  id: "0012-extensions",
  up: `
    create table extensions (
      id           text collate "C" primary key,
      name         text not null,
      version      text not null,
      description  text not null,
      -- its folder; null for one that came as a zip
      path         text,
      -- of its bundle
      digest       text collate "C" not null,
      enabled      integer not null,
      warnings     text not null,
      installed_by text not null,
      installed_at text collate "C" not null,
      updated_at   text collate "C" not null
    );
  `,
};
