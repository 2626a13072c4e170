import { CapstanError } from "../../base/errors.ts";
import { encodeFile, FILE_COLUMNS } from "../file-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareReplace } from "./prepare-insert.ts";
import { requireChanged } from "./require-changed.ts";

type FileChange = "file.put" | "file.remove" | "blob.put" | "blob.name" | "blobs.sweep";

export function prepareFileAppliers(db: Database): Appliers<FileChange> {
  const replace = prepareReplace(db, "session_files", FILE_COLUMNS);
  const current = db.prepare<{ digest: string | null }>(
    "select digest from session_files where session_id = ? and path = ?",
  );
  // "0" follows "/": everything between is below the folder.
  const remove = db.prepare(
    "delete from session_files where session_id = ?1 and (path = ?2 or (path > ?2 || '/' and path < ?2 || '0'))",
  );
  const isWhole = db.prepare<{ whole: number }>("select whole from blobs where digest = ?");
  const openBlob = db.prepare(
    "insert into blobs (digest, whole, created_at) values (?, 0, ?) on conflict do nothing",
  );
  const closeBlob = db.prepare("update blobs set whole = 1 where digest = ?");
  const addChunk = db.prepare(
    `insert into blob_chunks (blob, place, bytes)
     select id, ?, ? from blobs where digest = ? on conflict do nothing`,
  );
  const name = db.prepare("update or ignore blobs set digest = ? where digest = ?");
  const drop = db.prepare("delete from blobs where digest = ?");
  const sweep = db.prepare(`
    delete from blobs where created_at < ?
    and not exists (select 1 from session_files where session_files.digest = blobs.digest)`);

  return {
    "file.put": ({ file, expect }) => {
      if (expect !== undefined) {
        const found = current.get(file.sessionId, file.path);
        const isExpected = expect === null ? !found : found?.digest === expect;
        requireChanged(isExpected ? 1 : 0, file.path);
      }
      if (file.digest !== null && isWhole.get(file.digest)?.whole !== 1) {
        throw new CapstanError("STATE_CONFLICT", `The content of ${file.path} is not whole.`);
      }
      replace(encodeFile(file));
    },
    "file.remove": ({ sessionId, path }) => requireChanged(remove.run(sessionId, path), path),
    "blob.put": ({ digest, index, bytes, last, createdAt }) => {
      openBlob.run(digest, createdAt);
      addChunk.run(index, bytes, digest);
      if (last) closeBlob.run(digest);
    },
    "blob.name": ({ from, to }) => {
      if (name.run(to, from) === 0) drop.run(from);
    },
    "blobs.sweep": ({ before }) => {
      sweep.run(before);
    },
  };
}
