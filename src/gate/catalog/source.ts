import type { SourceType } from "../../schema/capability.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";

export type SourceState = {
  readonly state: "starting" | "ready" | "degraded" | "failed";
  readonly error: string | null;
};

/**
 * Where capabilities come from. It describes them; the catalog gives ids, judges risk and digests.
 * All implementations must pass `testing/source-contract.ts`.
 */
export interface Source {
  readonly id: string;
  readonly kind: SourceType;
  /** True: its last good listing is kept in the store, for times when it cannot be reached. */
  readonly keepsListing?: boolean;
  /** Begins to watch. `onChange` asks the catalog to list again. */
  start(onChange: () => void): void;
  /** Everything it has now. The signal ends it when its time is up. */
  list(signal: AbortSignal): Promise<readonly SourcedCapability[]>;
  /** Whether its tools can be reached at this moment. */
  state(): SourceState;
  close(): Promise<void>;
}
