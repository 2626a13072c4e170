import type { Capability, SourceType } from "../schema/capability.ts";
import type { Tool } from "../schema/tool.ts";

/** A capability and the tools that belong to it, as a source describes them. */
export type SourcedCapability = {
  readonly capability: Capability;
  readonly tools: readonly Tool[];
};

/** Where capabilities come from. All implementations must pass `testing/source-contract.ts`. */
export interface Source {
  readonly kind: SourceType;
  list(): Promise<readonly SourcedCapability[]>;
}
