import type { JsonObject } from "../../base/json.ts";
import type { CommandCall } from "../../schema/command-call.ts";
import type { CustomManifest, CustomTool } from "../../schema/custom-capability.ts";
import type { SourcedCapability, SourcedTool } from "../../schema/sourced-capability.ts";

const DEFAULT_TIMEOUT_S = 30;
const ENDING_S = 10;

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
  return {
    name: tool.name,
    description: tool.description,
    ...(tool.examples && { examples: tool.examples }),
    inputSchema: tool.input_schema,
    ...(tool.output_schema && { outputSchema: tool.output_schema }),
    ...(tool.risk_level && { declaredRisk: tool.risk_level }),
    ...(tool.side_effect_tags && { declaredEffects: tool.side_effect_tags }),
    ...(tool.exec ? describeCommand(tool.exec) : describeRequest(tool)),
  };
}

type Run = Pick<SourcedTool, "permissions" | "onlyFetches" | "behaviour" | "execution">;

function describeRequest({ http, timeout_s }: CustomTool): Run {
  const fetches = http?.method === "GET" || http?.method === "HEAD";
  return {
    permissions: ["network"],
    onlyFetches: fetches,
    behaviour: { readOnly: fetches, idempotent: fetches, timeoutMs: milliseconds(timeout_s) },
    execution: { type: "http", request: http as JsonObject },
  };
}

/** Its dry run shows the command that it would run. It is ended before the gate loses patience. */
function describeCommand(call: CommandCall): Run {
  return {
    permissions: ["system.exec", ...(call.network?.length ? ["network"] : [])],
    behaviour: { dryRun: true, timeoutMs: milliseconds(call.timeout_s + ENDING_S) },
    execution: { type: "command", call: call as JsonObject },
  };
}

function milliseconds(seconds = DEFAULT_TIMEOUT_S): number {
  return seconds * 1_000;
}
