import type { AwaitedCall } from "../../schema/awaited-call.ts";
import { defineInsert, defineRemove } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type AwaitedRow = {
  invocation_id: string;
  digest: string;
  connection: string;
  session_id: string;
  asked_at: string;
};

const COLUMNS = [
  "invocation_id",
  "digest",
  "connection",
  "session_id",
  "asked_at",
] as const satisfies readonly (keyof AwaitedRow)[];

function encode(call: AwaitedCall): AwaitedRow {
  return {
    invocation_id: call.invocationId,
    digest: call.digest,
    connection: call.connection,
    session_id: call.sessionId,
    asked_at: call.askedAt,
  };
}

function decode(row: AwaitedRow): AwaitedCall {
  return {
    invocationId: row.invocation_id,
    digest: row.digest,
    connection: row.connection,
    sessionId: row.session_id,
    askedAt: row.asked_at,
  };
}

const CALLS = {
  table: "awaited_calls",
  columns: COLUMNS,
  key: "invocation_id",
  within: "session_id",
} as const;

const insert = defineInsert(CALLS);
const remove = defineRemove(CALLS);
const expire = template("delete from awaited_calls where asked_at < $1");

export const awaitedCalls: Table<
  "awaited.add" | "awaited.remove" | "awaited.expire",
  "awaitedCalls"
> = {
  writes: {
    "awaited.add": ({ call }) => [insert(encode(call))],
    "awaited.remove": ({ invocationId, sessionId }) => [remove(invocationId, sessionId)],
    "awaited.expire": ({ before }) => [
      { template: expire, values: [before], row: "awaited_calls" },
    ],
  },
  reads: (db) => ({
    awaitedCalls: {
      list: db.all(
        selectFrom("awaited_calls", COLUMNS, "where digest = $1 order by invocation_id"),
        decode,
      ),
    },
  }),
};
