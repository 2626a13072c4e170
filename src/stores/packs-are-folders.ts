import type { Dialect } from "./sql.ts";

type Words = {
  readonly json: string;
  readonly hasTools: string;
  readonly allowedTools: string;
  readonly keys: (note: string) => string;
  readonly list: string;
};

const WORDS: Readonly<Record<Dialect, Words>> = {
  sqlite: {
    json: "json_object",
    hasTools: "json(case has_tools_json when 1 then 'true' else 'false' end)",
    allowedTools: "json(allowed_tools)",
    keys: (note) => `select j.value as key from notes, json_each(notes.value) j
                     where notes.name = '${note}'`,
    list: "json_group_array(key)",
  },
  postgres: {
    json: "json_build_object",
    hasTools: "has_tools_json = 1",
    allowedTools: "allowed_tools::json",
    keys: (note) => `select j.key from notes, json_array_elements_text(notes.value::json) j(key)
                     where notes.name = '${note}'`,
    list: "json_agg(key)::text",
  },
};

/**
 * Packs are installed folders of one more kind. The packs that were removed stay removed. Who shipped a
 * folder is a word again: the upgrade to ids took it for a person's name.
 */
export function packsAreFolders(dialect: Dialect): string {
  const { json, hasTools, allowedTools, keys, list } = WORDS[dialect];
  return `
    alter table installed_folders add column about text not null default '{}';
    insert into installed_folders
        (id, kind, name, version, description, path, digest, enabled, approved_digest, runs_draft,
         origin, warnings, installed_by, installed_at, updated_at, about)
      select 'pack:' || id, 'pack', name, '0.0.0', description, path, digest, 1, null, 0,
             case
               when added_by = 'capstan' or added_by in
                 (select id from principals where former_name = 'capstan') then 'shipped'
               when path is null then 'zip'
               else 'local'
             end,
             warnings, added_by, added_at, updated_at,
             ${json}('wantedEntryDoc', wanted_entry_doc, 'entryDoc', entry_doc,
                     'hasToolsJson', ${hasTools}, 'allowedTools', ${allowedTools})
      from packs;
    drop table packs;
    update installed_folders set installed_by = 'capstan'
      where origin = 'shipped'
        and installed_by in (select id from principals where former_name = 'capstan');
    delete from principals where former_name = 'capstan'
      and id not in (select principal_id from tokens)
      and id not in (select installed_by from installed_folders);
    insert into notes (name, value)
      select 'removed_folders', ${list} from (
        ${keys("removed_folders")}
        union
        select case when key like 'shipped:%' then 'shipped:pack:' || substr(key, 9) else key end
        from (${keys("removed_packs")}) packs_removed
      ) removed
      where exists (select 1 from notes where name = 'removed_packs')
      having count(*) > 0
      on conflict (name) do update set value = excluded.value;
    delete from notes where name = 'removed_packs';
  `;
}
