import type { FileReader } from "../../ports/file-reader.ts";
import { decodeFile, FILE_COLUMNS, type FileRow } from "../file-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";

export function createSqliteFileReader(db: Database): FileReader {
  const prepare = (rest: string) =>
    db.prepare<FileRow>(selectFrom("session_files", FILE_COLUMNS, rest));
  const one = prepare("where session_id = ? and path = ?");
  const inFolder = prepare(
    "where session_id = ? and folder = ? and path > ? and path <> '/' order by path limit ?",
  );
  const below = prepare(
    "where session_id = ? and path > ? and path < ? and path > ? order by path limit ?",
  );
  const usage = db.prepare<{ files: number; bytes: number }>(
    `select count(*) as files, coalesce(sum(size), 0) as bytes from session_files
     where session_id = ? and kind = 'file'`,
  );
  const whole = db.prepare<{ whole: number }>("select whole from blobs where digest = ?");
  const chunk = db.prepare<{ bytes: Uint8Array }>(
    `select bytes from blob_chunks join blobs on blobs.id = blob_chunks.blob
     where digest = ? and place = ?`,
  );

  return {
    async get(sessionId, path) {
      const row = one.get(sessionId, path);
      return row && decodeFile(row);
    },
    async list(sessionId, folder, { deep, after, limit }) {
      // "0" follows "/": everything between is below the folder.
      const base = folder === "/" ? "" : folder;
      const rows = deep
        ? below.all(sessionId, `${base}/`, `${base}0`, after, limit)
        : inFolder.all(sessionId, folder, after, limit);
      return rows.map(decodeFile);
    },
    async usage(sessionId) {
      return usage.get(sessionId) ?? { files: 0, bytes: 0 };
    },
    async hasBlob(digest) {
      return whole.get(digest)?.whole === 1;
    },
    async chunk(digest, index) {
      return chunk.get(digest, index)?.bytes;
    },
  };
}
