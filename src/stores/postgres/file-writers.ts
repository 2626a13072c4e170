import { encodeFile, FILE_COLUMNS } from "../file-row.ts";
import { defineInsert, defineReplace, defineUpdate, type Fragment, template } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const FILES = { table: "session_files", columns: FILE_COLUMNS, key: "path" } as const;

const insert = defineInsert(FILES);
const replace = defineReplace({ ...FILES, unique: ["session_id", "path"] });
const update = defineUpdate({ ...FILES, expect: ["session_id", "digest"] });
// "0" follows "/": everything between is below the folder.
const remove = template(`
  delete from session_files
  where session_id = $1 and (path = $2 or (path > $2::text || '/' and path < $2::text || '0'))
  returning 1`);

const isWhole = template("select 1 from blobs where digest = $1 and whole");
const putChunk = template(`
  with blob as (
    insert into blobs (digest, whole, created_at) values ($1, $2, $3)
    on conflict (digest) do update set whole = blobs.whole or excluded.whole
    returning id)
  insert into blob_chunks (blob, place, bytes) select id, $4, $5 from blob
  on conflict do nothing`);
// Whoever gives the same name at the same time waits, and then finds it given.
const lockName = template("select pg_advisory_xact_lock(hashtext('capstan.blob'), hashtext($1))");
const giveName = template(`
  update blobs set digest = $2
  where digest = $1 and not exists (select 1 from blobs where digest = $2)`);
const dropUnnamed = template("delete from blobs where digest = $1");
const sweep = template(`
  delete from blobs where created_at < $1
    and not exists (select 1 from session_files where session_files.digest = blobs.digest)`);

type FileChange = "file.put" | "file.remove" | "blob.put" | "blob.name" | "blobs.sweep";

export const fileWriters: Writers<FileChange> = {
  "file.put": ({ file, expect }) => {
    const row = encodeFile(file);
    const put =
      expect === undefined
        ? replace(row)
        : expect === null
          ? insert(row)
          : update(row, [file.sessionId, expect]);
    return [...requireContent(file.digest, file.path), put];
  },
  "file.remove": ({ sessionId, path }) => [
    { template: remove, values: [sessionId, path], row: `session_files ${path}`, subject: path },
  ],
  "blob.put": ({ digest, index, bytes, last, createdAt }) => [
    {
      template: putChunk,
      values: [digest, last, createdAt, index, bytes],
      row: `blobs ${digest}`,
      alone: true,
    },
  ],
  "blob.name": ({ from, to }) => [
    { template: lockName, values: [to], row: `blobs ${to}`, alone: true },
    { template: giveName, values: [from, to], row: `blobs ${from}` },
    { template: dropUnnamed, values: [from], row: `blobs ${from}` },
  ],
  "blobs.sweep": ({ before }) => [{ template: sweep, values: [before], row: "blobs", alone: true }],
};

/** It may have been put in the same step: after that. */
function requireContent(digest: string | null, path: string): Fragment[] {
  if (digest === null) return [];
  const subject = `The content of ${path}`;
  return [{ template: isWhole, values: [digest], row: `blobs ${digest}`, subject }];
}
