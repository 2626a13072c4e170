import { DELIVERY_COLUMNS, encodeDelivery } from "../delivery-row.ts";
import { defineInsert, defineUpdate, template } from "./fragment.ts";
import type { Writers } from "./writers.ts";

const DELIVERIES = { table: "deliveries", columns: DELIVERY_COLUMNS, key: "id" } as const;

const insert = defineInsert(DELIVERIES);
const update = defineUpdate({ ...DELIVERIES, expect: ["attempts"] });
const remove = template("delete from deliveries where id = $1");

export const deliveryWriters: Writers<"delivery.add" | "delivery.put" | "delivery.remove"> = {
  "delivery.add": ({ delivery }) => [insert(encodeDelivery(delivery))],
  "delivery.put": ({ delivery, expect }) => [update(encodeDelivery(delivery), [expect])],
  "delivery.remove": ({ id }) => [{ template: remove, values: [id], row: `deliveries ${id}` }],
};
