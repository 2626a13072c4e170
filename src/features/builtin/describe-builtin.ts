import { digest } from "../../base/digest.ts";
import type { Execution, InProcessExecution } from "../../schema/execution.ts";
import type { SourcedCapability, SourcedTool } from "../../schema/sourced-capability.ts";
import type { BuiltinCapability, BuiltinTool, ExecutedTool } from "../builtin-capability.ts";

/** What a capability that runs in this process says of itself. */
export function describeBuiltin(builtin: BuiltinCapability): SourcedCapability {
  const { hooks: _, tools = [], ...rest } = builtin;
  return {
    ...rest,
    trust: "builtin",
    tools: tools.map((tool) => describeTool(builtin.id, tool)),
  };
}

function describeTool(capabilityId: string, tool: BuiltinTool | ExecutedTool): SourcedTool {
  const { riskLevel, sideEffectTags, ...rest } = tool;
  return {
    ...("run" in rest ? withoutCode(rest) : rest),
    declaredRisk: riskLevel,
    ...(sideEffectTags && { declaredEffects: sideEffectTags }),
    execution: executionOf(capabilityId, tool),
  };
}

function withoutCode<T extends { run: unknown }>({ run: _, ...rest }: T) {
  return rest;
}

/** Its text is as much of its code as can be seen from here; the version stands for the rest. */
export function executionOf(capabilityId: string, tool: BuiltinTool | ExecutedTool): Execution {
  if ("execution" in tool) return tool.execution;
  const execution: InProcessExecution = {
    type: "in_process",
    capability: capabilityId,
    tool: tool.name,
    code: digest(String(tool.run)),
  };
  return execution;
}
