import type { Attempt } from "../../../gate/call.ts";
import type { Gate } from "../../../gate/gate.ts";
import type { SkillContract } from "../../../schema/skill-contract.ts";
import type { DelegationLimits } from "./delegations.ts";
import type { Memory } from "./memory.ts";

/** A call as a turn of its run: with its contract, and the memory that it goes on from. */
export type Turn = Attempt & { readonly contract: SkillContract; readonly memory: Memory };

/** What all runs share. */
export type RunParts = {
  readonly gate: Gate;
  readonly delegation: DelegationLimits;
  /** A long text in fewer words, by a model; null where none can. */
  readonly condense: (text: string) => Promise<string | null>;
};
