import type { Pack } from "../../schema/pack.ts";

export interface PackReader {
  /** By id. */
  list(): Promise<readonly Pack[]>;
}
