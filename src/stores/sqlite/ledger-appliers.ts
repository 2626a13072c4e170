import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { encodeLedgerEntry, LEDGER_COLUMNS } from "./ledger-row.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { prepareUpdate } from "./prepare-update.ts";

export function prepareLedgerAppliers(db: Database): Appliers<"ledger.put"> {
  const insert = prepareInsert(db, "ledger", LEDGER_COLUMNS);
  const update = prepareUpdate(db, {
    table: "ledger",
    key: "invocation_id",
    columns: LEDGER_COLUMNS,
    expect: ["status", "attempt"],
  });

  return {
    "ledger.put": ({ entry, expect }) => {
      const row = encodeLedgerEntry(entry);
      if (expect === null) insert(row);
      else update(row, [expect.status, expect.attempt]);
    },
  };
}
