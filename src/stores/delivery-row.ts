import type { Delivery } from "../schema/delivery.ts";

export type DeliveryRow = {
  id: string;
  type: string;
  body: string;
  attempts: number;
  due_at: string;
  created_at: string;
};

export const DELIVERY_COLUMNS = [
  "id",
  "type",
  "body",
  "attempts",
  "due_at",
  "created_at",
] as const satisfies readonly (keyof DeliveryRow)[];

export function encodeDelivery(delivery: Delivery): DeliveryRow {
  const { dueAt, createdAt, ...rest } = delivery;
  return { ...rest, due_at: dueAt, created_at: createdAt };
}

export function decodeDelivery(row: DeliveryRow): Delivery {
  const { due_at, created_at, ...rest } = row;
  return { ...rest, dueAt: due_at, createdAt: created_at };
}
