import { digest } from "../base/digest.ts";
import { wireNameOf } from "../base/wire-name.ts";
import type { SourcedCapability } from "../ports/source.ts";
import type { Capability } from "../schema/capability.ts";
import { type Tool, toolIdOf } from "../schema/tool.ts";

/** A whole, valid tool. Ids and names follow from what is overridden. */
export function makeTool(overrides: Partial<Tool> = {}): Tool {
  const { name = "look", sourceType = "builtin", sourceId = "eyes" } = overrides;
  const tool: Tool = {
    toolId: toolIdOf(sourceType, sourceId, name),
    name,
    wireName: wireNameOf(name),
    description: "Looks at something.",
    examples: [],
    inputSchema: { type: "object" },
    outputSchema: null,
    riskLevel: "LOW",
    riskReasons: [],
    sideEffectTags: [],
    behaviour: { readOnly: false, idempotent: false, dryRun: false, timeoutMs: 1_000 },
    sourceType,
    sourceId,
    capabilityId: sourceType === "builtin" ? sourceId : `${sourceType}:${sourceId}`,
    trust: "builtin",
    version: "1.0.0",
    digest: "",
    enabled: true,
    ...overrides,
  };
  return { ...tool, digest: digest(tool) };
}

/** A capability with these tools, which are made its own. */
export function makeCapability(
  overrides: Partial<Capability> & Pick<Capability, "id">,
  tools: readonly Partial<Tool>[] = [],
): SourcedCapability {
  const { id, kind = "builtin" } = overrides;
  const sourceId = kind === "builtin" ? id : id.slice(kind.length + 1);
  const made = tools.map((tool) => makeTool({ sourceType: kind, sourceId, ...tool }));
  const capability: Capability = {
    name: id,
    description: `What ${id} does.`,
    status: "available",
    kind,
    version: "1.0.0",
    ...overrides,
    tools: made.map((tool) => tool.toolId),
  };
  return { capability, tools: made };
}
