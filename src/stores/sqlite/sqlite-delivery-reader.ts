import type { DeliveryReader } from "../../ports/delivery-reader.ts";
import { DELIVERY_COLUMNS, type DeliveryRow, decodeDelivery } from "../delivery-row.ts";
import { selectFrom } from "../select-from.ts";
import type { Database } from "./database.ts";

const MAX_DUE = 100;

export function createSqliteDeliveryReader(db: Database): DeliveryReader {
  const due = db.prepare<DeliveryRow>(
    selectFrom(
      "deliveries",
      DELIVERY_COLUMNS,
      `where due_at <= ? order by due_at, id limit ${MAX_DUE}`,
    ),
  );
  return {
    async listDue(now) {
      return due.all(now).map(decodeDelivery);
    },
  };
}
