import { encodeLedgerEntry, LEDGER_COLUMNS } from "../ledger-row.ts";
import { defineInsert, defineUpdate, template } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const LEDGER = { table: "ledger", columns: LEDGER_COLUMNS, key: "invocation_id" } as const;

const insert = defineInsert(LEDGER);
const update = defineUpdate({ ...LEDGER, expect: ["status", "attempt"] });
const remove = template(
  "delete from ledger where invocation_id = $1 and status = $2 and attempt = $3 returning 1",
);

export const ledgerWriters: Writers<"ledger.put" | "ledger.clear"> = {
  "ledger.put": ({ entry, expect }) => {
    const row = encodeLedgerEntry(entry);
    return [expect === null ? insert(row) : update(row, [expect.status, expect.attempt])];
  },
  "ledger.clear": ({ invocationId, expect }) => [
    {
      template: remove,
      values: [invocationId, expect.status, expect.attempt],
      row: `ledger ${invocationId}`,
      subject: invocationId,
    },
  ],
};
