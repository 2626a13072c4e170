import type { JsonObject } from "../base/json.ts";
import type { HeldAccess } from "./access/access-book.ts";
import type { Call } from "./call.ts";
import type { Demand } from "./call-feature.ts";
import type { CatalogEntry } from "./catalog/catalog-entry.ts";
import type { CapabilityHooks } from "./hooks.ts";
import type { SessionFiles } from "./session-files.ts";

/** What a call finds: its tool, and what its session and its agent say of it. Read once for each call. */
export type Setup = {
  readonly entry: CatalogEntry;
  /** How the agent configured the tool's capability (E67). */
  readonly config: JsonObject;
  /** Of the agent's capabilities, in their order. */
  readonly hooks: readonly CapabilityHooks[];
  readonly held: HeldAccess;
  /** Whether a call with these inputs would carry something out on a stranger's word (A112). */
  readonly isTainted: (inputs: JsonObject) => boolean;
  /** Why a person is asked about a call with these inputs, whatever policy says. */
  readonly demands: (inputs: JsonObject) => readonly Demand[];
  /** The session's own files, opened by who looks at them; null outside a session. */
  readonly files: () => SessionFiles | null;
};

/** Throws TOOL_NOT_FOUND where there is no such tool, or none in this session. */
export type SetupOf = (
  call: Pick<Call, "toolId" | "sessionId" | "contextId" | "inputs" | "parent"> & {
    /** The turn that it is a call of; null outside one. */
    readonly turn: number | null;
  },
) => Promise<Setup>;
