import type { InvocationReader } from "../../ports/invocation-reader.ts";
import { decodeInvocation, INVOCATION_COLUMNS, type InvocationRow } from "../invocation-row.ts";
import { decodeLedgerEntry, LEDGER_COLUMNS, type LedgerRow } from "../ledger-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";

const select = (rest: string) => selectFrom("invocations", INVOCATION_COLUMNS, rest);

const ONE = select("where id = $1");
const OF_CALLER = select("where actor = $1 and message_id = $2 and position is null");

// The ledger holds only what is unfinished: walking it whole is walking what there is to do.
const selectLedger = (where: string) =>
  selectFrom("ledger", LEDGER_COLUMNS, `where ${where} order by invocation_id`);

const ENTRY = selectLedger("invocation_id = $1");
const ORPHANS = selectLedger("status = 'intended' and owner <> $1");
const UNKNOWN = selectLedger(`status = 'unknown' and exists (
  select 1 from invocations
  where id = invocation_id and position is null and state = 'input_required')`);

export function createPostgresInvocationReader(db: Database): InvocationReader {
  return {
    async get(id) {
      const row = await db.get<InvocationRow>(ONE, id);
      return row && decodeInvocation(row);
    },
    async getByMessageId(actor, messageId) {
      const row = await db.get<InvocationRow>(OF_CALLER, actor, messageId);
      return row && decodeInvocation(row);
    },
    async ledger(invocationId) {
      const row = await db.get<LedgerRow>(ENTRY, invocationId);
      return row && decodeLedgerEntry(row);
    },
    async listOrphans(owner) {
      return (await db.all<LedgerRow>(ORPHANS, owner)).map(decodeLedgerEntry);
    },
    async listUnknown() {
      return (await db.all<LedgerRow>(UNKNOWN)).map(decodeLedgerEntry);
    },
  };
}
