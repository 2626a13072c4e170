import type { SessionFile } from "../schema/session-file.ts";

export type FileRow = {
  session_id: string;
  path: string;
  folder: string;
  kind: string;
  digest: string | null;
  size: number;
  created_at: string;
  updated_at: string;
};

export const FILE_COLUMNS = [
  "session_id",
  "path",
  "folder",
  "kind",
  "digest",
  "size",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof FileRow)[];

export function encodeFile(file: SessionFile): FileRow {
  return {
    session_id: file.sessionId,
    path: file.path,
    folder: folderOf(file.path),
    kind: file.kind,
    digest: file.digest,
    size: file.size,
    created_at: file.createdAt,
    updated_at: file.updatedAt,
  };
}

export function decodeFile(row: FileRow): SessionFile {
  return {
    sessionId: row.session_id,
    path: row.path,
    kind: row.kind as SessionFile["kind"],
    digest: row.digest,
    size: row.size,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}
