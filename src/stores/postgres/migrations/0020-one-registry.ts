import type { Migration } from "../migrate.ts";

/** Extensions are installed folders of one more kind. */
export const oneRegistry: Migration = {
  id: "0020-one-registry",
  up: `
    insert into installed_folders
      select 'ext:' || id, 'ext', name, version, description, path, digest, enabled,
             case when path is null then 'remote' else 'local' end,
             warnings, installed_by, installed_at, updated_at
      from extensions;
    drop table extensions;
  `,
};
