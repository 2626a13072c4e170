import { Invocation } from "../../schema/invocation.ts";
import type { LedgerEntry } from "../../schema/ledger-entry.ts";
import { decodeJson } from "../decode-json.ts";
import { defineInsert, defineUpdate, readSession, storedSession } from "../define-writes.ts";
import { template } from "../fragment.ts";
import type { Queries } from "../queries.ts";
import type { InvocationReader } from "../readers/invocation-reader.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type LedgerRow = {
  invocation_id: string;
  session_id: string;
  status: string;
  attempt: number;
  owner: string;
  start_before: string;
  intended_at: string;
  invocation: string | null;
  context_id: string | null;
};

const COLUMNS = [
  "invocation_id",
  "session_id",
  "status",
  "attempt",
  "owner",
  "start_before",
  "intended_at",
  "invocation",
  "context_id",
] as const satisfies readonly (keyof LedgerRow)[];

function encode(entry: LedgerEntry): LedgerRow {
  return {
    invocation_id: entry.invocationId,
    session_id: storedSession(entry.sessionId),
    status: entry.status,
    attempt: entry.attempt,
    owner: entry.owner,
    start_before: entry.startBefore,
    intended_at: entry.intendedAt,
    invocation: entry.invocation && JSON.stringify(entry.invocation),
    context_id: entry.contextId,
  };
}

function decode(row: LedgerRow): LedgerEntry {
  return {
    invocationId: row.invocation_id,
    sessionId: readSession(row.session_id),
    status: row.status as LedgerEntry["status"],
    attempt: row.attempt,
    owner: row.owner,
    startBefore: row.start_before,
    intendedAt: row.intended_at,
    invocation:
      row.invocation === null ? null : decodeJson(Invocation, row.invocation, "ledger.invocation"),
    contextId: row.context_id,
  };
}

const LEDGER = {
  table: "ledger",
  columns: COLUMNS,
  key: "invocation_id",
  within: "session_id",
} as const;

const insert = defineInsert(LEDGER);
const update = defineUpdate({ ...LEDGER, expect: ["status", "attempt"] });
const remove = template(
  `delete from ledger
  where invocation_id = $1 and session_id = $2 and status = $3 and attempt = $4`,
);

export const ledger: Table<"ledger.put" | "ledger.clear"> = {
  writes: {
    "ledger.put": ({ entry, expect }) => {
      const row = encode(entry);
      if (expect !== null) return [update(row, [expect.status, expect.attempt])];
      // A statement of its own: what is read after it has waited for whoever had the run before.
      return [entry.contextId === null ? insert(row) : { ...insert(row), alone: true }];
    },
    "ledger.clear": ({ invocationId, sessionId, expect }) => [
      {
        template: remove,
        values: [invocationId, storedSession(sessionId), expect.status, expect.attempt],
        row: `ledger ${invocationId}`,
        subject: invocationId,
      },
    ],
  },
};

type LedgerReads = Pick<
  InvocationReader,
  "ledger" | "turnOf" | "listOpen" | "listOrphans" | "listUnknown"
>;

// The ledger holds only what is unfinished: walking it whole is walking what there is to do.
export function readLedger(db: Queries): LedgerReads {
  const select = (where: string) =>
    selectFrom("ledger", COLUMNS, `where ${where} order by invocation_id`);
  return {
    ledger: db.one(select("invocation_id = $1"), decode),
    turnOf: db.one(select("context_id = $1"), decode),
    listOpen: db.all(selectFrom("ledger", COLUMNS, "order by invocation_id"), decode),
    listOrphans: db.all(select("status = 'intended' and owner <> $1"), decode),
    listUnknown: db.all(
      select(`status = 'unknown' and exists (
        select 1 from invocations
        where invocations.session_id = ledger.session_id and id = invocation_id and position is null and state = 'input_required')`),
      decode,
    ),
  };
}
