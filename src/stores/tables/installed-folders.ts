import { FolderKind, FolderOrigin, InstalledFolder } from "../../schema/installed-folder.ts";
import { decodeJson, parseStoredObject } from "../decode-json.ts";
import { defineInsert, defineRemove, defineUpdate } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type FolderRow = {
  id: string;
  kind: string;
  name: string;
  version: string;
  description: string;
  path: string | null;
  digest: string;
  enabled: number;
  approved_digest: string | null;
  runs_draft: number;
  origin: string;
  about: string;
  warnings: string;
  installed_by: string;
  installed_at: string;
  updated_at: string;
};

const COLUMNS = [
  "id",
  "kind",
  "name",
  "version",
  "description",
  "path",
  "digest",
  "enabled",
  "approved_digest",
  "runs_draft",
  "origin",
  "about",
  "warnings",
  "installed_by",
  "installed_at",
  "updated_at",
] as const satisfies readonly (keyof FolderRow)[];

function encode(folder: InstalledFolder): FolderRow {
  return {
    id: folder.id,
    kind: folder.kind,
    name: folder.name,
    version: folder.version,
    description: folder.description,
    path: folder.path,
    digest: folder.digest,
    enabled: folder.enabled ? 1 : 0,
    approved_digest: folder.approvedDigest,
    runs_draft: folder.runsDraft ? 1 : 0,
    origin: folder.origin,
    about: JSON.stringify(folder.about),
    warnings: JSON.stringify(folder.warnings),
    installed_by: folder.installedBy,
    installed_at: folder.installedAt,
    updated_at: folder.updatedAt,
  };
}

function decode(row: FolderRow): InstalledFolder {
  return {
    id: row.id,
    kind: FolderKind.parse(row.kind),
    name: row.name,
    version: row.version,
    description: row.description,
    path: row.path,
    digest: row.digest,
    enabled: row.enabled === 1,
    approvedDigest: row.approved_digest,
    runsDraft: row.runs_draft === 1,
    origin: FolderOrigin.parse(row.origin),
    about: parseStoredObject(row.about, "installed_folders.about"),
    warnings: decodeJson(
      InstalledFolder.shape.warnings,
      row.warnings,
      "installed_folders.warnings",
    ),
    installedBy: row.installed_by,
    installedAt: row.installed_at,
    updatedAt: row.updated_at,
  };
}

const FOLDERS = { table: "installed_folders", columns: COLUMNS, key: "id" } as const;

const insert = defineInsert(FOLDERS);
const update = defineUpdate({ ...FOLDERS, expect: ["digest"] });
const remove = defineRemove(FOLDERS);

const approve = template(
  "update installed_folders set approved_digest = digest where id = $1 and digest = $2",
);

export const installedFolders: Table<"folder.put" | "folder.approve" | "folder.remove", "folders"> =
  {
    writes: {
      "folder.put": ({ folder, expect }) => {
        const row = encode(folder);
        return [expect === null ? insert(row) : update(row, [expect])];
      },
      "folder.approve": ({ id, digest }) => [
        { template: approve, values: [id, digest], row: `installed_folders ${id}` },
      ],
      "folder.remove": ({ id }) => [remove(id)],
    },
    reads: (db) => {
      const all = db.all(selectFrom("installed_folders", COLUMNS, "order by id"), decode);
      const ofKind = db.all(
        selectFrom("installed_folders", COLUMNS, "where kind = $1 order by id"),
        decode,
      );
      return { folders: { list: (kind) => (kind === undefined ? all() : ofKind(kind)) } };
    },
  };
