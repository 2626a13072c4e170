import type { JsonObject } from "../../base/json.ts";
import type { CustomManifest, CustomTool } from "../../schema/custom-capability.ts";
import type { SourcedCapability, SourcedTool } from "../../schema/sourced-capability.ts";

const DEFAULT_TIMEOUT_S = 30;

/** A capability that somebody wrote as data, as the catalog takes it. */
export function describeManifest(manifest: CustomManifest): SourcedCapability {
  const { system_prompt, dependencies, config_schema, icon, category, tools, ...rest } = manifest;
  return {
    ...rest,
    trust: "local",
    ...(icon && { icon }),
    ...(category && { category }),
    ...(system_prompt && { systemPrompt: system_prompt }),
    ...(dependencies && { dependencies }),
    ...(config_schema && { configSchema: config_schema }),
    tools: tools.map(describeTool),
  };
}

function describeTool(tool: CustomTool): SourcedTool {
  const fetches = tool.http.method === "GET" || tool.http.method === "HEAD";
  return {
    name: tool.name,
    description: tool.description,
    ...(tool.examples && { examples: tool.examples }),
    inputSchema: tool.input_schema,
    ...(tool.output_schema && { outputSchema: tool.output_schema }),
    permissions: ["network"],
    onlyFetches: fetches,
    ...(tool.risk_level && { declaredRisk: tool.risk_level }),
    ...(tool.side_effect_tags && { declaredEffects: tool.side_effect_tags }),
    behaviour: {
      readOnly: fetches,
      idempotent: fetches,
      timeoutMs: (tool.timeout_s ?? DEFAULT_TIMEOUT_S) * 1_000,
    },
    execution: { type: "http", request: tool.http as JsonObject },
  };
}
