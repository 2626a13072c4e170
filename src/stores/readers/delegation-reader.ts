import type { Delegation } from "../../schema/delegation.ts";

export interface DelegationReader {
  get(id: string): Promise<Delegation | undefined>;
  /** Those that something is left to do for, the oldest first; of many, the first hundreds. */
  listOpen(): Promise<readonly Delegation[]>;
  /** What a context handed over, the oldest first. */
  listOf(parentContext: string): Promise<readonly Delegation[]>;
}
