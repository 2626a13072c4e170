import type { JsonObject } from "../base/json.ts";
import type { Message } from "../schema/message.ts";
import type { Outcome } from "../schema/outcome.ts";
import type { Tool } from "../schema/tool.ts";

/** A call as a hook sees it. */
export type HookedCall = {
  readonly tool: Tool;
  readonly inputs: JsonObject;
  readonly sessionId: string | null;
  readonly actor: string;
};

/** Refuses the call with a reason, or gives it another input, which is validated again. */
export type HookAnswer = { readonly veto: string } | { readonly inputs: JsonObject };

/**
 * What a capability that runs in this process may do about the calls of the agents that have it,
 * also to tools that are not its own (E4). A hook can make a call stricter or other, never allow
 * it: the gate decides afterwards, on what the hook made of it.
 */
export type Hooks = {
  /** Before the gate decides; nothing leaves the call as it is. One that fails refuses the call. */
  readonly beforeCall?: (
    call: HookedCall,
  ) => HookAnswer | undefined | Promise<HookAnswer | undefined>;
  /** After the outcome is on record. One that fails is reported and changes nothing. */
  readonly afterCall?: (call: HookedCall, outcome: Outcome) => void | Promise<void>;
  /** What of the conversation the model is sent. */
  readonly filterMessages?: (messages: readonly Message[]) => readonly Message[];
};

export type CapabilityHooks = { readonly capabilityId: string; readonly hooks: Hooks };
