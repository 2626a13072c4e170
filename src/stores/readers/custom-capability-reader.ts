import type { StoredCapability } from "../../schema/custom-capability.ts";

export interface CustomCapabilityReader {
  /** By id. */
  list(): Promise<readonly StoredCapability[]>;
}
