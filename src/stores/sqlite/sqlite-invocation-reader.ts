import type { InvocationReader } from "../../ports/invocation-reader.ts";
import { decodeInvocation, INVOCATION_COLUMNS, type InvocationRow } from "../invocation-row.ts";
import { decodeLedgerEntry, LEDGER_COLUMNS, type LedgerRow } from "../ledger-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";

export function createSqliteInvocationReader(db: Database): InvocationReader {
  const prepare = (rest: string) =>
    db.prepare<InvocationRow>(selectFrom("invocations", INVOCATION_COLUMNS, rest));
  const one = prepare("where id = ?");
  const ofCaller = prepare("where actor = ? and message_id = ? and position is null");

  // The ledger holds only what is unfinished: walking it whole is walking what there is to do.
  const prepareLedger = (where: string) =>
    db.prepare<LedgerRow>(
      selectFrom("ledger", LEDGER_COLUMNS, `where ${where} order by invocation_id`),
    );
  const entry = prepareLedger("invocation_id = ?");
  const orphans = prepareLedger("status = 'intended' and owner <> ?");
  const unknown = prepareLedger(`status = 'unknown' and exists (
    select 1 from invocations
    where id = invocation_id and position is null and state = 'input_required')`);

  return {
    async get(id) {
      const row = one.get(id);
      return row && decodeInvocation(row);
    },
    async getByMessageId(actor, messageId) {
      const row = ofCaller.get(actor, messageId);
      return row && decodeInvocation(row);
    },
    async ledger(invocationId) {
      const row = entry.get(invocationId);
      return row && decodeLedgerEntry(row);
    },
    async listOrphans(owner) {
      return orphans.all(owner).map(decodeLedgerEntry);
    },
    async listUnknown() {
      return unknown.all().map(decodeLedgerEntry);
    },
  };
}
