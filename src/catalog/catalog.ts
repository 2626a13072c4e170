import { CapstanError } from "../base/errors.ts";
import type { Source } from "../ports/source.ts";
import type { Capability, SourceType } from "../schema/capability.ts";
import type { RiskLevel } from "../schema/risk-level.ts";
import { riskRank } from "../schema/risk-level.ts";
import type { SideEffect } from "../schema/side-effect.ts";
import type { Tool } from "../schema/tool.ts";

export type ToolFilter = {
  readonly sourceTypes?: readonly SourceType[] | undefined;
  readonly riskMax?: RiskLevel | undefined;
  readonly excludeSideEffects?: readonly SideEffect[] | undefined;
  /** True unless said otherwise. */
  readonly enabledOnly?: boolean | undefined;
  readonly search?: string | undefined;
};

/** One list of every capability and tool, whatever the source (C1, X1). */
export interface Catalog {
  getTool(toolId: string): Tool | undefined;
  listTools(filter?: ToolFilter): readonly Tool[];
  getCapability(id: string): Capability | undefined;
  listCapabilities(): readonly Capability[];
  /** Reads every source again. What a source no longer has is gone. */
  refresh(): Promise<void>;
}

export async function openCatalog(sources: readonly Source[]): Promise<Catalog> {
  // Names come from outside: "constructor" would hit Object.prototype in a plain object.
  let tools = new Map<string, Tool>();
  let capabilities = new Map<string, Capability>();

  const catalog: Catalog = {
    getTool: (toolId) => tools.get(toolId),
    listTools: (filter = {}) => [...tools.values()].filter((tool) => matches(tool, filter)),
    getCapability: (id) => capabilities.get(id),
    listCapabilities: () => [...capabilities.values()],
    async refresh() {
      const listed = (await Promise.all(sources.map((source) => source.list()))).flat();
      const newCapabilities = uniqueBy(
        listed.map((entry) => entry.capability),
        (capability) => capability.id,
      );
      const newTools = uniqueBy(
        listed.flatMap((entry) => entry.tools),
        (tool) => tool.toolId,
      );
      [capabilities, tools] = [newCapabilities, newTools];
    },
  };
  await catalog.refresh();
  return catalog;
}

function matches(tool: Tool, filter: ToolFilter): boolean {
  const { sourceTypes, riskMax, excludeSideEffects, enabledOnly = true, search } = filter;
  if (enabledOnly && !tool.enabled) return false;
  if (sourceTypes && !sourceTypes.includes(tool.sourceType)) return false;
  if (riskMax && riskRank(tool.riskLevel) > riskRank(riskMax)) return false;
  if (excludeSideEffects?.some((effect) => tool.sideEffectTags.includes(effect))) return false;
  return !search || mentions(tool, search.toLowerCase());
}

function mentions(tool: Tool, text: string): boolean {
  return [tool.toolId, tool.name, tool.description].some((field) =>
    field.toLowerCase().includes(text),
  );
}

function uniqueBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T> {
  const byKey = new Map<string, T>();
  for (const item of items) {
    if (byKey.has(key(item))) {
      throw new CapstanError("SETTINGS_INVALID", `"${key(item)}" exists twice in the catalog.`);
    }
    byKey.set(key(item), item);
  }
  return byKey;
}
