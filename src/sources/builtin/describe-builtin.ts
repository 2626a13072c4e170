import { digest } from "../../base/digest.ts";
import { wireNameOf } from "../../base/wire-name.ts";
import type { BuiltinCapability, BuiltinTool } from "../../ports/builtin-capability.ts";
import type { SourcedCapability } from "../../ports/source.ts";
import { type Tool, toolIdOf } from "../../schema/tool.ts";

const DEFAULT_VERSION = "1.0.0";
const DEFAULT_TIMEOUT_MS = 60_000;

/** A deprecated capability still works; drafts, announced and retired ones do nothing (X26). */
const RUNNABLE: ReadonlySet<string> = new Set(["available", "deprecated"]);

/** The description of a built-in: what it says of itself stands (X11). */
export function describeBuiltin(builtin: BuiltinCapability): SourcedCapability {
  const { tools = [], version = DEFAULT_VERSION, ...rest } = builtin;
  const described = tools.map((tool) => describeTool(builtin, version, tool));
  const ids = described.map((tool) => tool.toolId);
  const { dependencies, hooks: _, ...plain } = rest;
  const capability = {
    ...plain,
    ...(dependencies && { dependencies: [...dependencies] }),
    kind: "builtin" as const,
    version,
    tools: ids,
  };
  return { capability, tools: described };
}

function describeTool(builtin: BuiltinCapability, version: string, tool: BuiltinTool): Tool {
  const definition = {
    toolId: toolIdOf("builtin", builtin.id, tool.name),
    name: tool.name,
    wireName: wireNameOf(tool.name),
    description: tool.description,
    examples: [...(tool.examples ?? [])],
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema ?? null,
    riskLevel: tool.riskLevel,
    riskReasons: [`${builtin.name} ships with its host and declares ${tool.riskLevel}.`],
    sideEffectTags: [...(tool.sideEffectTags ?? [])],
    behaviour: {
      readOnly: false,
      idempotent: false,
      dryRun: false,
      timeoutMs: DEFAULT_TIMEOUT_MS,
      ...tool.behaviour,
    },
    sourceType: "builtin" as const,
    sourceId: builtin.id,
    capabilityId: builtin.id,
    trust: "builtin" as const,
    version,
  };
  // Its text is as much of its code as can be seen from here; the version stands for the rest.
  const code = digest(String(tool.run));
  return {
    ...definition,
    digest: digest({ ...definition, code }),
    enabled: RUNNABLE.has(builtin.status) && tool.enabled !== false,
  };
}
