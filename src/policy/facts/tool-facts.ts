import { riskRank } from "../../schema/risk-level.ts";
import type { Tool } from "../../schema/tool.ts";

/** What policies are told of a tool: the attributes of Cedar's `Tool`. */
export type ToolFacts = {
  readonly id: string;
  readonly name: string;
  readonly risk: number;
  readonly effects: readonly string[];
  readonly source: string;
  readonly capability: string;
  readonly trust: string;
};

/** Half of a surrogate pair makes Cedar throw; names come from servers that may send one. */
export function toolFactsOf(tool: Tool): ToolFacts {
  return {
    id: tool.toolId.toWellFormed(),
    name: tool.name.toWellFormed(),
    risk: riskRank(tool.riskLevel),
    effects: tool.sideEffectTags,
    source: tool.sourceType,
    capability: tool.capabilityId.toWellFormed(),
    trust: tool.trust,
  };
}
