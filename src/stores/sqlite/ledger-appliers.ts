import { encodeLedgerEntry, LEDGER_COLUMNS } from "../ledger-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { prepareUpdate } from "./prepare-update.ts";
import { requireChanged } from "./require-changed.ts";

export function prepareLedgerAppliers(db: Database): Appliers<"ledger.put" | "ledger.clear"> {
  const insert = prepareInsert(db, "ledger", LEDGER_COLUMNS);
  const update = prepareUpdate(db, {
    table: "ledger",
    key: "invocation_id",
    columns: LEDGER_COLUMNS,
    expect: ["status", "attempt"],
  });
  const remove = db.prepare(
    "delete from ledger where invocation_id = ? and status = ? and attempt = ?",
  );

  return {
    "ledger.put": ({ entry, expect }) => {
      const row = encodeLedgerEntry(entry);
      if (expect === null) insert(row);
      else update(row, [expect.status, expect.attempt]);
    },
    "ledger.clear": ({ invocationId, expect }) => {
      requireChanged(remove.run(invocationId, expect.status, expect.attempt), invocationId);
    },
  };
}
