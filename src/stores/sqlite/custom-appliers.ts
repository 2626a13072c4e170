import { CUSTOM_COLUMNS, encodeCustom } from "../custom-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { prepareUpdate } from "./prepare-update.ts";
import { requireChanged } from "./require-changed.ts";

export function prepareCustomAppliers(db: Database): Appliers<"custom.put" | "custom.remove"> {
  const table = "custom_capabilities";
  const insert = prepareInsert(db, table, CUSTOM_COLUMNS);
  const update = prepareUpdate(db, {
    table,
    key: "id",
    columns: CUSTOM_COLUMNS,
    expect: ["version"],
  });
  const remove = db.prepare(`delete from ${table} where id = ?`);

  return {
    "custom.put": ({ custom, expect }) => {
      const row = encodeCustom(custom);
      if (expect === null) insert(row);
      else update(row, [expect]);
    },
    "custom.remove": ({ id }) => requireChanged(remove.run(id), id),
  };
}
