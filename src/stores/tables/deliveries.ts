import type { Delivery } from "../../schema/delivery.ts";
import { defineInsert, defineUpdate, readSession, storedSession } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type DeliveryRow = {
  id: string;
  session_id: string;
  type: string;
  body: string;
  attempts: number;
  due_at: string;
  created_at: string;
};

const COLUMNS = [
  "id",
  "session_id",
  "type",
  "body",
  "attempts",
  "due_at",
  "created_at",
] as const satisfies readonly (keyof DeliveryRow)[];

function encode(delivery: Delivery): DeliveryRow {
  const { sessionId, dueAt, createdAt, ...rest } = delivery;
  return { ...rest, session_id: storedSession(sessionId), due_at: dueAt, created_at: createdAt };
}

function decode(row: DeliveryRow): Delivery {
  const { session_id, due_at, created_at, ...rest } = row;
  return { ...rest, sessionId: readSession(session_id), dueAt: due_at, createdAt: created_at };
}

const DELIVERIES = {
  table: "deliveries",
  columns: COLUMNS,
  key: "id",
  within: "session_id",
} as const;
const MAX_DUE = 100;

const insert = defineInsert(DELIVERIES);
const update = defineUpdate({ ...DELIVERIES, expect: ["attempts"] });
const remove = template("delete from deliveries where id = $1 and session_id = $2");

const DUE = selectFrom(
  "deliveries",
  COLUMNS,
  `where due_at <= $1 order by due_at, id limit ${MAX_DUE}`,
);

export const deliveries: Table<"delivery.add" | "delivery.put" | "delivery.remove", "deliveries"> =
  {
    writes: {
      "delivery.add": ({ delivery }) => [insert(encode(delivery))],
      "delivery.put": ({ delivery, expect }) => [update(encode(delivery), [expect])],
      "delivery.remove": ({ id, sessionId }) => [
        { template: remove, values: [id, storedSession(sessionId)], row: `deliveries ${id}` },
      ],
    },
    reads: (db) => ({ deliveries: { listDue: db.all(DUE, decode) } }),
  };
