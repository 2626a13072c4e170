import type { SealedSecret } from "../../schema/secret.ts";

export interface SecretReader {
  /** By name; there are few. */
  list(): Promise<readonly SealedSecret[]>;
}
