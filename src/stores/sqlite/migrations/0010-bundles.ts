import type { Migration } from "../migrate.ts";

export const bundles: Migration = {
  id: "0010-bundles",
  up: `
    create table bundles (
      digest     text primary key,
      -- its files: path, digest, size and whether it is executable
      manifest   text not null check (json_valid(manifest)),
      created_at text not null
    ) strict, without rowid;

    -- which contents a bundle has, so that they are not swept
    create table bundle_contents (
      bundle text not null references bundles (digest) on delete cascade,
      digest text not null,
      primary key (bundle, digest)
    ) strict, without rowid;

    -- serves blobs.sweep
    create index bundle_contents_by_content on bundle_contents (digest);

    -- who needs a bundle: a source, a session or a context
    create table bundle_uses (
      digest  text not null references bundles (digest),
      used_by text not null,
      primary key (used_by, digest)
    ) strict, without rowid;

    -- serves bundles.sweep
    create index bundle_uses_by_bundle on bundle_uses (digest);
  `,
};
