import { DELIVERY_COLUMNS, encodeDelivery } from "../delivery-row.ts";
import type { Appliers } from "./appliers.ts";
import type { Database } from "./database.ts";
import { prepareInsert } from "./prepare-insert.ts";
import { prepareUpdate } from "./prepare-update.ts";

export function prepareDeliveryAppliers(
  db: Database,
): Appliers<"delivery.add" | "delivery.put" | "delivery.remove"> {
  const insert = prepareInsert(db, "deliveries", DELIVERY_COLUMNS);
  const update = prepareUpdate(db, {
    table: "deliveries",
    key: "id",
    columns: DELIVERY_COLUMNS,
    expect: ["attempts"],
  });
  const remove = db.prepare("delete from deliveries where id = ?");

  return {
    "delivery.add": ({ delivery }) => insert(encodeDelivery(delivery)),
    "delivery.put": ({ delivery, expect }) => update(encodeDelivery(delivery), [expect]),
    "delivery.remove": ({ id }) => {
      remove.run(id);
    },
  };
}
