import { Pack } from "../../schema/pack.ts";
import { decodeJson } from "../decode-json.ts";
import { defineInsert, defineRemove, defineUpdate } from "../define-writes.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type PackRow = {
  id: string;
  name: string;
  description: string;
  path: string | null;
  wanted_entry_doc: string | null;
  entry_doc: string;
  has_tools_json: number;
  digest: string;
  allowed_tools: string | null;
  warnings: string;
  added_by: string;
  added_at: string;
  updated_at: string;
};

const COLUMNS = [
  "id",
  "name",
  "description",
  "path",
  "wanted_entry_doc",
  "entry_doc",
  "has_tools_json",
  "digest",
  "allowed_tools",
  "warnings",
  "added_by",
  "added_at",
  "updated_at",
] as const satisfies readonly (keyof PackRow)[];

function encode(pack: Pack): PackRow {
  return {
    id: pack.id,
    name: pack.name,
    description: pack.description,
    path: pack.path,
    wanted_entry_doc: pack.wantedEntryDoc,
    entry_doc: pack.entryDoc,
    has_tools_json: pack.hasToolsJson ? 1 : 0,
    digest: pack.digest,
    allowed_tools: pack.allowedTools && JSON.stringify(pack.allowedTools),
    warnings: JSON.stringify(pack.warnings),
    added_by: pack.addedBy,
    added_at: pack.addedAt,
    updated_at: pack.updatedAt,
  };
}

function decode(row: PackRow): Pack {
  const { allowedTools, warnings } = Pack.shape;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    path: row.path,
    wantedEntryDoc: row.wanted_entry_doc,
    entryDoc: row.entry_doc,
    hasToolsJson: row.has_tools_json === 1,
    digest: row.digest,
    allowedTools:
      row.allowed_tools === null
        ? null
        : decodeJson(allowedTools, row.allowed_tools, "packs.allowed_tools"),
    warnings: decodeJson(warnings, row.warnings, "packs.warnings"),
    addedBy: row.added_by,
    addedAt: row.added_at,
    updatedAt: row.updated_at,
  };
}

const PACKS = { table: "packs", columns: COLUMNS, key: "id" } as const;

const insert = defineInsert(PACKS);
const update = defineUpdate({ ...PACKS, expect: ["digest"] });
const remove = defineRemove(PACKS);

export const packs: Table<"pack.put" | "pack.remove", "packs"> = {
  writes: {
    "pack.put": ({ pack, expect }) => {
      const row = encode(pack);
      return [expect === null ? insert(row) : update(row, [expect])];
    },
    "pack.remove": ({ id }) => [remove(id)],
  },
  reads: (db) => ({
    packs: { list: db.all(selectFrom("packs", COLUMNS, "order by id"), decode) },
  }),
};
