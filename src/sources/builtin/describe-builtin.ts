import { digest } from "../../base/digest.ts";
import type { BuiltinCapability, BuiltinTool } from "../../ports/builtin-capability.ts";
import type { InProcessExecution } from "../../schema/execution.ts";
import type { SourcedCapability, SourcedTool } from "../../schema/sourced-capability.ts";

/** What a capability that runs in this process says of itself. */
export function describeBuiltin(builtin: BuiltinCapability): SourcedCapability {
  const { hooks: _, tools = [], ...rest } = builtin;
  return {
    ...rest,
    trust: "builtin",
    tools: tools.map((tool) => describeTool(builtin.id, tool)),
  };
}

function describeTool(capabilityId: string, tool: BuiltinTool): SourcedTool {
  const { run: _, riskLevel, sideEffectTags, ...rest } = tool;
  return {
    ...rest,
    declaredRisk: riskLevel,
    ...(sideEffectTags && { declaredEffects: sideEffectTags }),
    execution: executionOf(capabilityId, tool),
  };
}

/** Its text is as much of its code as can be seen from here; the version stands for the rest. */
export function executionOf(capabilityId: string, tool: BuiltinTool): InProcessExecution {
  return {
    type: "in_process",
    capability: capabilityId,
    tool: tool.name,
    code: digest(String(tool.run)),
  };
}
