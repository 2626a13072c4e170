import type { Migration } from "../migrate.ts";

export const packs: Migration = {
  id: "0013-packs",
  up: `
    create table packs (
      id               text primary key,
      name             text not null,
      description      text not null,
      -- its folder; null for one that came as a zip
      path             text,
      -- the entry doc that its owner asked for
      wanted_entry_doc text,
      entry_doc        text not null,
      has_tools_json   integer not null,
      -- of its bundle
      digest           text not null,
      allowed_tools    text,
      warnings         text not null,
      added_by         text not null,
      added_at         text not null,
      updated_at       text not null
    ) strict, without rowid;
  `,
};
