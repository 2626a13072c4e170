import type { SessionFile } from "../../schema/session-file.ts";
import { defineInsert, defineReplace, defineUpdate } from "../define-writes.ts";
import { type Fragment, template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type FileRow = {
  session_id: string;
  path: string;
  folder: string;
  kind: string;
  digest: string | null;
  size: number;
  executable: number;
  created_at: string;
  updated_at: string;
};

const COLUMNS = [
  "session_id",
  "path",
  "folder",
  "kind",
  "digest",
  "size",
  "executable",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof FileRow)[];

function encode(file: SessionFile): FileRow {
  return {
    session_id: file.sessionId,
    path: file.path,
    folder: folderOf(file.path),
    kind: file.kind,
    digest: file.digest,
    size: file.size,
    executable: file.executable ? 1 : 0,
    created_at: file.createdAt,
    updated_at: file.updatedAt,
  };
}

function decode(row: FileRow): SessionFile {
  return {
    sessionId: row.session_id,
    path: row.path,
    kind: row.kind as SessionFile["kind"],
    digest: row.digest,
    size: row.size,
    executable: row.executable === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

const FILES = { table: "session_files", columns: COLUMNS, key: "path" } as const;

const insert = defineInsert(FILES);
const replace = defineReplace({ ...FILES, unique: ["session_id", "path"] });
const update = defineUpdate({ ...FILES, expect: ["session_id", "digest"] });
// "0" follows "/": everything between is below the folder.
const remove = template(`
  delete from session_files where session_id = $1 and
    (path = $2 or (path > cast($2 as text) || '/' and path < cast($2 as text) || '0'))`);
// Only that one, as its remover read it: of a folder, only one that is empty.
const removeOne = template(`
  delete from session_files where session_id = $1 and path = $2
    and digest is not distinct from cast($3 as text)
    and not exists (select 1 from session_files as inner_one where inner_one.session_id = $1
      and inner_one.path > cast($2 as text) || '/' and inner_one.path < cast($2 as text) || '0')`);
const IS_WHOLE = "select 1 from blobs where digest = $1 and whole";
const isWhole = template(IS_WHOLE);
const drop = template("delete from blobs where digest = $1");
const sweep = template(`
  delete from blobs where created_at < $1
    and not exists (select 1 from session_files where session_files.digest = blobs.digest)
    and not exists (select 1 from bundle_contents where bundle_contents.digest = blobs.digest)`);

const select = (rest: string) => selectFrom("session_files", COLUMNS, rest);

const IN_FOLDER = select(
  "where session_id = $1 and folder = $2 and path > $3 and path <> '/' order by path limit $4",
);
const BELOW = select(
  "where session_id = $1 and path > $2 and path < $3 and path > $4 order by path limit $5",
);
const USAGE = `select count(*) as files, cast(coalesce(sum(size), 0) as bigint) as bytes
  from session_files where session_id = $1`;
const CHUNK = `select bytes from blob_chunks join blobs on blobs.id = blob_chunks.blob
  where digest = $1 and place = $2`;

/** How contents are written, each store says for itself. */
export const files: Table<"file.put" | "file.remove" | "blob.drop" | "blobs.sweep", "files"> = {
  writes: {
    "file.put": ({ file, expect }) => {
      const row = encode(file);
      const put =
        expect === undefined
          ? replace(row)
          : expect === null
            ? insert(row)
            : update(row, [file.sessionId, expect]);
      return [...requireContent(file.digest, file.path), put];
    },
    "file.remove": ({ sessionId, path, expect }) => {
      const written = { row: `session_files ${path}`, subject: path };
      if (expect === undefined)
        return [{ template: remove, values: [sessionId, path], ...written }];
      // After what was removed from inside it.
      return [{ template: removeOne, values: [sessionId, path, expect], ...written, alone: true }];
    },
    "blob.drop": ({ digest }) => [{ template: drop, values: [digest], row: `blobs ${digest}` }],
    "blobs.sweep": ({ before }) => [
      { template: sweep, values: [before], row: "blobs", alone: true },
    ],
  },
  reads(db) {
    const inFolder = db.all(IN_FOLDER, decode);
    const below = db.all(BELOW, decode);
    const usage = db.one(USAGE, (row: { files: number; bytes: number }) => row);
    const whole = db.one(IS_WHOLE, () => true);

    return {
      files: {
        get: db.one(select("where session_id = $1 and path = $2"), decode),
        list(sessionId, folder, { deep, after, limit }) {
          // "0" follows "/": everything between is below the folder.
          const base = folder === "/" ? "" : folder;
          return deep
            ? below(sessionId, `${base}/`, `${base}0`, after, limit)
            : inFolder(sessionId, folder, after, limit);
        },
        usage: async (sessionId) => (await usage(sessionId)) ?? { files: 0, bytes: 0 },
        hasBlob: async (digest) => (await whole(digest)) ?? false,
        chunk: db.one(CHUNK, ({ bytes }: { bytes: Uint8Array }) => bytes),
      },
    };
  },
};

/** It may have been put in the same step: after that. */
function requireContent(digest: string | null, path: string): Fragment[] {
  if (digest === null) return [];
  const subject = `The content of ${path}`;
  return [{ template: isWhole, values: [digest], row: `blobs ${digest}`, subject }];
}
