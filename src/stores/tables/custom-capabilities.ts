import type { StoredCapability } from "../../schema/custom-capability.ts";
import { parseStored } from "../decode-json.ts";
import { defineInsert, defineRemove, defineUpdate } from "../define-writes.ts";
import { template } from "../fragment.ts";
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

function encode(custom: StoredCapability): CustomRow {
  return {
    id: custom.id,
    version: custom.version,
    manifest: JSON.stringify(custom.manifest),
    created_by: custom.createdBy,
    created_at: custom.createdAt,
    updated_at: custom.updatedAt,
  };
}

function decode(row: CustomRow): StoredCapability {
  return {
    id: row.id,
    version: row.version,
    manifest: parseStored(row.manifest, "custom_capabilities.manifest"),
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

const CAPABILITIES = { table: "custom_capabilities", columns: COLUMNS, key: "id" } as const;

const insert = defineInsert(CAPABILITIES);
const update = defineUpdate({ ...CAPABILITIES, expect: ["version"] });
const remove = defineRemove(CAPABILITIES);

const isVersion = template("select 1 from custom_capabilities where id = $1 and version = $2");

export const customCapabilities: Table<
  "capability.put" | "capability.remove" | "capability.expect",
  "customCapabilities"
> = {
  writes: {
    "capability.put": ({ custom, expect }) => {
      const row = encode(custom);
      return [expect === null ? insert(row) : update(row, [expect])];
    },
    "capability.remove": ({ id }) => [remove(id)],
    "capability.expect": ({ id, version }) => [
      { template: isVersion, values: [id, version], row: `is ${id}`, subject: id },
    ],
  },
  reads: (db) => ({
    customCapabilities: {
      list: db.all(selectFrom("custom_capabilities", COLUMNS, "order by id"), decode),
    },
  }),
};
