import type { CapabilityRegistry } from "../engine/capability-registry.ts";
import type { SessionFeature } from "../engine/session-feature.ts";
import type { CallFeature } from "../gate/call-feature.ts";

/** What one folder of `features` adds. `app/features.ts` has the list; gate and engine know none by name. */
export interface Feature {
  readonly name: string;
  readonly call?: CallFeature;
  readonly session?: SessionFeature;
  /** The registry of its capabilities, for those who change and remove them. */
  readonly registry?: CapabilityRegistry;
}
