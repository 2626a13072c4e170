import { Extension } from "../../schema/extension.ts";
import { decodeJson } from "../decode-json.ts";
import { defineInsert, defineRemove, defineUpdate } from "../define-writes.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type ExtensionRow = {
  id: string;
  name: string;
  version: string;
  description: string;
  path: string | null;
  digest: string;
  enabled: number;
  warnings: string;
  installed_by: string;
  installed_at: string;
  updated_at: string;
};

const COLUMNS = [
  "id",
  "name",
  "version",
  "description",
  "path",
  "digest",
  "enabled",
  "warnings",
  "installed_by",
  "installed_at",
  "updated_at",
] as const satisfies readonly (keyof ExtensionRow)[];

function encode(extension: Extension): ExtensionRow {
  return {
    id: extension.id,
    name: extension.name,
    version: extension.version,
    description: extension.description,
    path: extension.path,
    digest: extension.digest,
    enabled: extension.enabled ? 1 : 0,
    warnings: JSON.stringify(extension.warnings),
    installed_by: extension.installedBy,
    installed_at: extension.installedAt,
    updated_at: extension.updatedAt,
  };
}

function decode(row: ExtensionRow): Extension {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    description: row.description,
    path: row.path,
    digest: row.digest,
    enabled: row.enabled === 1,
    warnings: decodeJson(Extension.shape.warnings, row.warnings, "extensions.warnings"),
    installedBy: row.installed_by,
    installedAt: row.installed_at,
    updatedAt: row.updated_at,
  };
}

const EXTENSIONS = { table: "extensions", columns: COLUMNS, key: "id" } as const;

const insert = defineInsert(EXTENSIONS);
const update = defineUpdate({ ...EXTENSIONS, expect: ["digest"] });
const remove = defineRemove(EXTENSIONS);

export const extensions: Table<"extension.put" | "extension.remove", "extensions"> = {
  writes: {
    "extension.put": ({ extension, expect }) => {
      const row = encode(extension);
      return [expect === null ? insert(row) : update(row, [expect])];
    },
    "extension.remove": ({ id }) => [remove(id)],
  },
  reads: (db) => ({
    extensions: { list: db.all(selectFrom("extensions", COLUMNS, "order by id"), decode) },
  }),
};
