import type { Delivery } from "../../schema/delivery.ts";

export interface DeliveryReader {
  /** Those due at or before `now`, oldest first, at most 100. */
  listDue(now: string): Promise<readonly Delivery[]>;
}
