import type { FileReader } from "../../ports/file-reader.ts";
import { decodeFile, FILE_COLUMNS, type FileRow } from "../file-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";

const select = (rest: string) => selectFrom("session_files", FILE_COLUMNS, rest);

const ONE = select("where session_id = $1 and path = $2");
const IN_FOLDER = select(
  "where session_id = $1 and folder = $2 and path > $3 and path <> '/' order by path limit $4",
);
const BELOW = select(
  "where session_id = $1 and path > $2 and path < $3 and path > $4 order by path limit $5",
);
const USAGE = `select count(*) as files, coalesce(sum(size), 0)::bigint as bytes
  from session_files where session_id = $1 and kind = 'file'`;

export function createPostgresFileReader(db: Database): FileReader {
  return {
    async get(sessionId, path) {
      const row = await db.get<FileRow>(ONE, sessionId, path);
      return row && decodeFile(row);
    },
    async list(sessionId, folder, { deep, after, limit }) {
      // "0" follows "/": everything between is below the folder.
      const base = folder === "/" ? "" : folder;
      const rows = deep
        ? await db.all<FileRow>(BELOW, sessionId, `${base}/`, `${base}0`, after, limit)
        : await db.all<FileRow>(IN_FOLDER, sessionId, folder, after, limit);
      return rows.map(decodeFile);
    },
    async usage(sessionId) {
      const found = await db.get<{ files: number; bytes: number }>(USAGE, sessionId);
      return found ?? { files: 0, bytes: 0 };
    },
    async hasBlob(digest) {
      return (
        (await db.get("select 1 from blobs where digest = $1 and whole", digest)) !== undefined
      );
    },
    async chunk(digest, index) {
      const row = await db.get<{ bytes: Uint8Array }>(
        `select bytes from blob_chunks join blobs on blobs.id = blob_chunks.blob
         where digest = $1 and place = $2`,
        digest,
        index,
      );
      return row?.bytes;
    },
  };
}
