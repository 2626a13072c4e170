import type { Capability, SourceType } from "../../schema/capability.ts";
import { type RiskLevel, riskRank } from "../../schema/risk-level.ts";
import type { SideEffect } from "../../schema/side-effect.ts";
import type { Tool } from "../../schema/tool.ts";

export type ToolFilter = {
  readonly sourceTypes?: readonly SourceType[] | undefined;
  readonly riskMax?: RiskLevel | undefined;
  readonly excludeSideEffects?: readonly SideEffect[] | undefined;
  /** True unless said otherwise. */
  readonly enabledOnly?: boolean | undefined;
  readonly search?: string | undefined;
};

/** Everything but the search, which also orders. */
export function matchesFilter(tool: Tool, filter: ToolFilter): boolean {
  const { sourceTypes, riskMax, excludeSideEffects, enabledOnly = true } = filter;
  if (enabledOnly && !tool.enabled) return false;
  if (sourceTypes && !sourceTypes.includes(tool.sourceType)) return false;
  if (riskMax && riskRank(tool.riskLevel) > riskRank(riskMax)) return false;
  return !excludeSideEffects?.some((effect) => tool.sideEffectTags.includes(effect));
}

export function mentions(tool: Tool, capability: Capability | undefined, text: string): boolean {
  const { name = "", description = "", tags = [] } = capability ?? {};
  const fields = [tool.toolId, tool.name, tool.description, name, description, ...tags];
  return fields.some((field) => field.toLowerCase().includes(text.toLowerCase()));
}
