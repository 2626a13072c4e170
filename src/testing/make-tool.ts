import { digest } from "../base/digest.ts";
import type { JsonObject } from "../base/json.ts";
import { wireNameOf } from "../base/wire-name.ts";
import type { SourcedCapability, SourcedTool } from "../schema/sourced-capability.ts";
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
  const { problem: _problem, behaviour, ...definition } = tool;
  return { ...tool, digest: digest({ ...definition, behaviour: behaviour as JsonObject }) };
}

type ToolParts = Partial<SourcedTool> & Partial<Pick<Tool, "riskLevel" | "sideEffectTags">>;

/** A capability with these tools, as a source would describe it. */
export function makeCapability(
  overrides: Partial<SourcedCapability> & Pick<SourcedCapability, "id">,
  tools: readonly ToolParts[] = [],
): SourcedCapability {
  return {
    name: overrides.id,
    description: `What ${overrides.id} does.`,
    status: "available",
    trust: "builtin",
    ...overrides,
    tools: tools.map(({ riskLevel = "LOW", sideEffectTags = [], ...tool }) => ({
      name: "look",
      description: "Looks at something.",
      inputSchema: { type: "object" },
      overriddenRisk: riskLevel,
      declaredEffects: sideEffectTags,
      execution: { type: "test", of: tool.name ?? "look" },
      ...tool,
    })),
  };
}
