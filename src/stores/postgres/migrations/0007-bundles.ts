import type { Migration } from "../migrate.ts";

export const bundles: Migration = {
  id: "0007-bundles",
  up: `
    create table bundles (
      digest     text collate "C" primary key,
      -- its files: path, digest, size and whether it is executable
      manifest   text not null,
      created_at text collate "C" not null
    );

    -- which contents a bundle has, so that they are not swept
    create table bundle_contents (
      bundle text collate "C" not null references bundles (digest) on delete cascade,
      -- so that a content that is being swept cannot be given to a bundle at the same time
      digest text collate "C" not null references blobs (digest),
      primary key (bundle, digest)
    );

    -- serves blobs.sweep
    create index bundle_contents_by_content on bundle_contents (digest);

    -- who needs a bundle: a source, a session or a context
    create table bundle_uses (
      -- so that a bundle that is being swept cannot be taken into use at the same time
      digest  text collate "C" not null references bundles (digest),
      used_by text collate "C" not null,
      primary key (used_by, digest)
    );

    -- serves bundles.sweep
    create index bundle_uses_by_bundle on bundle_uses (digest);
  `,
};
