import type { StoredCustom } from "../schema/custom-capability.ts";

export interface CustomReader {
  /** By id. */
  list(): Promise<readonly StoredCustom[]>;
}
