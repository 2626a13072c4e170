import type { StoredCustom } from "../../schema/custom-capability.ts";
import { parseStored } from "../decode-json.ts";
import { defineInsert, defineRemove, defineUpdate } from "../define-writes.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type CustomRow = {
  id: string;
  version: string;
  manifest: string;
  created_by: string;
  created_at: string;
  updated_at: string;
};

const COLUMNS = [
  "id",
  "version",
  "manifest",
  "created_by",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof CustomRow)[];

function encode(custom: StoredCustom): CustomRow {
  return {
    id: custom.id,
    version: custom.version,
    manifest: JSON.stringify(custom.manifest),
    created_by: custom.createdBy,
    created_at: custom.createdAt,
    updated_at: custom.updatedAt,
  };
}

function decode(row: CustomRow): StoredCustom {
  return {
    id: row.id,
    version: row.version,
    manifest: parseStored(row.manifest, "custom_capabilities.manifest"),
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const CUSTOMS = { table: "custom_capabilities", columns: COLUMNS, key: "id" } as const;

const insert = defineInsert(CUSTOMS);
const update = defineUpdate({ ...CUSTOMS, expect: ["version"] });
const remove = defineRemove(CUSTOMS);

export const customs: Table<"custom.put" | "custom.remove", "customs"> = {
  writes: {
    "custom.put": ({ custom, expect }) => {
      const row = encode(custom);
      return [expect === null ? insert(row) : update(row, [expect])];
    },
    "custom.remove": ({ id }) => [remove(id)],
  },
  reads: (db) => ({
    customs: { list: db.all(selectFrom("custom_capabilities", COLUMNS, "order by id"), decode) },
  }),
};
