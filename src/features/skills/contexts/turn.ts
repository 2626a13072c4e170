import type { Attempt } from "../../../gate/call.ts";
import type { SkillContract } from "../../../schema/skill-contract.ts";
import type { Memory } from "./memory.ts";

/** A call as a turn of its run: with its contract, and the memory that it goes on from. */
export type Turn = Attempt & { readonly contract: SkillContract; readonly memory: Memory };
