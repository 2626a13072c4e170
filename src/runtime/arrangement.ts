import type { JsonObject } from "../base/json.ts";
import type { CapabilityHooks } from "../ports/hooks.ts";

/** What a session's agent has arranged for a call of one of its tools. */
export type Arrangement = {
  /** How the agent configured the tool's capability (E67). */
  readonly config: JsonObject;
  /** Of the agent's capabilities, in their order. */
  readonly hooks: readonly CapabilityHooks[];
};

export const NOTHING_ARRANGED: Arrangement = { config: {}, hooks: [] };
