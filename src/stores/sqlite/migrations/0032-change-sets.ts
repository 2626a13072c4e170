import type { Migration } from "../migrate.ts";

export const changeSets: Migration = {
  id: "0032-change-sets",
  up: `
    -- what programs did to folders of people
    create table change_sets (
      -- '' where it belongs to none
      session_id     text    not null,
      id             text    not null,
      invocation_id  text    not null,
      actor          text    not null,
      machine        text    not null,
      root           text    not null,
      device         text    not null,
      inode          text    not null,
      digest         text    not null,
      state          text    not null
        check (state in ('kept', 'applying', 'applied', 'conflict', 'discarded')),
      -- the order in which they are applied; 0 before
      place          integer not null,
      counts         text    not null check (json_valid(counts)),
      findings       text    not null check (json_valid(findings)),
      finding_count  integer not null,
      undoes         text    not null check (json_valid(undoes)),
      undone_by      text,
      conflicts      text    not null check (json_valid(conflicts)),
      conflict_count integer not null,
      created_at     text    not null,
      applied_at     text,
      expires_at     text    not null,
      primary key (session_id, id)
    ) strict;

    -- serves changeSets.get and changeSets.byIds
    create index change_sets_by_id on change_sets (id);

    -- serve changeSets.list: of all, of one session, and of one principal
    create index change_sets_by_time on change_sets (coalesce(applied_at, created_at), id);
    create index change_sets_of_session
      on change_sets (session_id, coalesce(applied_at, created_at), id);
    create index change_sets_of_actor on change_sets (actor, coalesce(applied_at, created_at), id);

    -- serves changeSets.applying
    create index change_sets_applying on change_sets (machine, place) where state = 'applying';

    -- serves the next place
    create index change_sets_by_place on change_sets (place);

    -- who changes a folder of a person
    create table folder_locks (
      machine    text not null,
      root       text not null,
      holder     text not null,
      expires_at text not null,
      primary key (machine, root)
    ) strict, without rowid;
  `,
};
