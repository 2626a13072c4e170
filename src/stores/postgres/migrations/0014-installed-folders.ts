import type { Migration } from "../migrate.ts";

export const installedFolders: Migration = {
  id: "0014-installed-folders",
  up: `
    create table installed_folders (
      -- with its kind: skill:schema-infer
      id           text collate "C" primary key,
      kind         text not null,
      name         text not null,
      version      text not null,
      description  text not null,
      -- its folder; null for one that came as a zip
      path         text,
      -- of its bundle
      digest       text collate "C" not null,
      enabled      integer not null,
      -- shipped, local, remote
      origin       text not null,
      warnings     text not null,
      installed_by text not null,
      installed_at text collate "C" not null,
      updated_at   text collate "C" not null
    );
  `,
};
