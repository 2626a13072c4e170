import { type Capability, capabilityIdOf, type SourceType } from "../../schema/capability.ts";
import type { SourcedCapability } from "../../schema/sourced-capability.ts";
import type { CatalogEntry } from "./catalog-entry.ts";
import { DEFAULT_VERSION, describeTool } from "./describe-tool.ts";

export type DescribedCapability = {
  readonly capability: Capability;
  readonly entries: readonly CatalogEntry[];
};

/** What the catalog makes of a capability that a source describes. */
export function describeCapability(
  source: { readonly id: string; readonly kind: SourceType },
  sourced: SourcedCapability,
): DescribedCapability {
  const { kind } = source;
  const entries = sourced.tools.map((tool) => ({
    tool: describeTool(kind, sourced, tool),
    execution: tool.execution,
    source: source.id,
    storedVersion: sourced.storedVersion ?? null,
    perSession: sourced.perSession ?? false,
    ...(sourced.asksFirst !== undefined && { asksFirst: sourced.asksFirst }),
    ...(tool.contract && { contract: tool.contract }),
    ...(tool.checksOwnInputs && { checksOwnInputs: true }),
  }));
  const {
    id,
    version,
    trust: _trust,
    asksFirst: _asksFirst,
    storedVersion: _storedVersion,
    perSession: _perSession,
    tools: _tools,
    dependencies,
    ...plain
  } = sourced;
  const capability: Capability = {
    ...plain,
    ...(dependencies && { dependencies: [...dependencies] }),
    id: capabilityIdOf(kind, id),
    kind,
    version: version ?? DEFAULT_VERSION,
    tools: entries.map(({ tool }) => tool.toolId),
  };
  return { capability, entries };
}
