import type { Delivery } from "../../schema/delivery.ts";
import { defineInsert, defineUpdate } from "../define-writes.ts";
import { template } from "../fragment.ts";
import { selectFrom } from "../sql.ts";
import type { Table } from "../table.ts";

type DeliveryRow = {
  id: string;
  type: string;
  body: string;
  attempts: number;
  due_at: string;
  created_at: string;
};

const COLUMNS = [
  "id",
  "type",
  "body",
  "attempts",
  "due_at",
  "created_at",
] as const satisfies readonly (keyof DeliveryRow)[];

function encode(delivery: Delivery): DeliveryRow {
  const { dueAt, createdAt, ...rest } = delivery;
  return { ...rest, due_at: dueAt, created_at: createdAt };
}

function decode(row: DeliveryRow): Delivery {
  const { due_at, created_at, ...rest } = row;
  return { ...rest, dueAt: due_at, createdAt: created_at };
}

const DELIVERIES = { table: "deliveries", columns: COLUMNS, key: "id" } as const;
const MAX_DUE = 100;

const insert = defineInsert(DELIVERIES);
const update = defineUpdate({ ...DELIVERIES, expect: ["attempts"] });
const remove = template("delete from deliveries where id = $1");

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
      "delivery.remove": ({ id }) => [{ template: remove, values: [id], row: `deliveries ${id}` }],
    },
    reads: (db) => ({ deliveries: { listDue: db.all(DUE, decode) } }),
  };
