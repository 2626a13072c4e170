import type { Execution } from "../../schema/execution.ts";
import type { SkillContract } from "../../schema/skill-contract.ts";
import type { Tool } from "../../schema/tool.ts";

/**
 * A tool and how it runs. The tool's digest covers both, and a call carries the very entry that was
 * judged to its executor: nothing is looked up again in between.
 */
export type CatalogEntry = {
  readonly tool: Tool;
  readonly execution: Execution;
  /** The id of the source that listed it. */
  readonly source: string;
  /** The version of its capability in the store, where its definition lies there. */
  readonly storedVersion: string | null;
  /** True: it exists only in sessions that its capability is attached to. */
  readonly perSession: boolean;
  /** What it is held to when it runs in turns. */
  readonly contract?: SkillContract;
  /** Why a person is asked before it runs, whatever policy says. */
  readonly asksFirst?: string;
  /** True: it asks about inputs that do not fit, and the gate does not refuse them. */
  readonly checksOwnInputs?: boolean;
};
