import { Invocation } from "../../schema/invocation.ts";
import { decodeJson } from "../decode-json.ts";
import { defineInsert, defineUpdate, storedSession } from "../define-writes.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";
import { readLedger } from "./ledger.ts";

/** The whole call is in `body`; the columns beside it are those that a statement asks for. */
type InvocationRow = {
  session_id: string;
  id: string;
  actor: string;
  position: number | null;
  message_id: string | null;
  state: string;
  body: string;
};

const COLUMNS = [
  "session_id",
  "id",
  "actor",
  "position",
  "message_id",
  "state",
  "body",
] as const satisfies readonly (keyof InvocationRow)[];

function encode(invocation: Invocation): InvocationRow {
  const { id, sessionId, actor, position, messageId, state } = invocation;
  return {
    session_id: storedSession(sessionId),
    id,
    actor,
    position,
    message_id: messageId,
    state,
    body: JSON.stringify(invocation),
  };
}

/** Whose it is, the column says: the body of a call from before there were ids has a name. */
function decode({ actor, body }: InvocationRow): Invocation {
  const invocation = decodeJson(Invocation, body, "invocations.body");
  invocation.actor = actor;
  return invocation;
}

const INVOCATIONS = {
  table: "invocations",
  columns: COLUMNS,
  key: "id",
  within: "session_id",
} as const;

const insert = defineInsert(INVOCATIONS);
const update = defineUpdate({ ...INVOCATIONS, expect: ["state"] });

const select = (rest: string) => selectFrom("invocations", COLUMNS, rest);

export const invocations: Table<"invocation.put", "invocations"> = {
  writes: {
    "invocation.put": ({ invocation, expect }) => {
      const row = encode(invocation);
      return [expect === null ? insert(row) : update(row, [expect])];
    },
  },
  reads: (db) => ({
    invocations: {
      get: db.one(select("where id = $1"), decode),
      getByMessageId: db.one(
        select("where actor = $1 and message_id = $2 and position is null"),
        decode,
      ),
      ...readLedger(db),
    },
  }),
};
