import { digest } from "../../base/digest.ts";
import type { JsonObject } from "../../base/json.ts";
import { wireNameOf } from "../../base/wire-name.ts";
import type { SourcedCapability } from "../../ports/source.ts";
import {
  CUSTOM_KIND,
  type CustomManifest,
  type CustomTool,
  customIdOf,
} from "../../schema/custom-capability.ts";
import type { RiskLevel } from "../../schema/risk-level.ts";
import type { SideEffect } from "../../schema/side-effect.ts";
import { type Tool, toolIdOf } from "../../schema/tool.ts";

/** How risky a tool is, judged by what it says of itself: `catalog/assess-risk.ts`. */
export type Assess = (tool: {
  readonly sourceType: "ext";
  readonly name: string;
  readonly description: string;
  readonly permissions: readonly string[];
  readonly declaredRisk?: RiskLevel;
  readonly declaredEffects?: readonly SideEffect[];
  readonly onlyFetches?: boolean;
}) => Pick<Tool, "riskLevel"> & {
  readonly riskReasons: readonly string[];
  readonly sideEffectTags: readonly SideEffect[];
};

const DEFAULT_TIMEOUT_S = 30;
const RUNNABLE: ReadonlySet<string> = new Set(["available", "deprecated"]);

export function describeCustom(manifest: CustomManifest, assess: Assess): SourcedCapability {
  const { system_prompt, dependencies, config_schema, icon, category, ...rest } = manifest;
  const tools = manifest.tools.map((tool) => describeTool(manifest, tool, assess));
  return {
    capability: {
      id: customIdOf(rest.id),
      name: rest.name,
      description: rest.description,
      status: rest.status,
      kind: CUSTOM_KIND,
      version: rest.version,
      ...(icon && { icon }),
      ...(category && { category }),
      ...(system_prompt && { systemPrompt: system_prompt }),
      ...(dependencies && { dependencies }),
      ...(config_schema && { configSchema: config_schema }),
      tools: tools.map(({ toolId }) => toolId),
    },
    tools,
  };
}

function describeTool(manifest: CustomManifest, tool: CustomTool, assess: Assess): Tool {
  const fetches = tool.http.method === "GET" || tool.http.method === "HEAD";
  const { riskLevel, riskReasons, sideEffectTags } = assess({
    sourceType: CUSTOM_KIND,
    name: tool.name,
    description: tool.description,
    permissions: ["network"],
    onlyFetches: fetches,
    ...(tool.risk_level && { declaredRisk: tool.risk_level }),
    ...(tool.side_effect_tags && { declaredEffects: tool.side_effect_tags }),
  });
  const definition = {
    toolId: toolIdOf(CUSTOM_KIND, manifest.id, tool.name),
    name: tool.name,
    wireName: wireNameOf(tool.name),
    description: tool.description,
    examples: tool.examples ?? [],
    inputSchema: tool.input_schema,
    outputSchema: tool.output_schema ?? null,
    riskLevel,
    riskReasons: [...riskReasons],
    sideEffectTags: [...sideEffectTags],
    behaviour: {
      readOnly: fetches,
      idempotent: fetches,
      dryRun: false,
      timeoutMs: (tool.timeout_s ?? DEFAULT_TIMEOUT_S) * 1_000,
    },
    sourceType: CUSTOM_KIND,
    sourceId: manifest.id,
    capabilityId: customIdOf(manifest.id),
    trust: "local",
    version: manifest.version,
  } as const satisfies Omit<Tool, "digest" | "enabled">;
  // The request is the tool's code: an approval of one URL is none of another.
  const code = digest(tool.http as JsonObject);
  return {
    ...definition,
    digest: digest({ ...definition, code }),
    enabled: RUNNABLE.has(manifest.status),
  };
}
