import { digest } from "../../base/digest.ts";
import { wireNameOf } from "../../base/wire-name.ts";
import { type CapabilityStatus, capabilityIdOf, type SourceType } from "../../schema/capability.ts";
import type { Execution } from "../../schema/execution.ts";
import type { SourcedCapability, SourcedTool } from "../../schema/sourced-capability.ts";
import { type Tool, toolIdOf } from "../../schema/tool.ts";
import { assessRisk } from "./assess-risk.ts";

export const DEFAULT_VERSION = "1.0.0";
const DEFAULT_TIMEOUT_MS = 60_000;

/** A deprecated capability still works; drafts, announced and retired ones do nothing (X26). */
const RUNNABLE: ReadonlySet<CapabilityStatus> = new Set(["available", "deprecated"]);

/** Finishes what a source says of a tool: id, wire name, risk with reasons, digest, enabled. */
export function describeTool(
  kind: SourceType,
  capability: SourcedCapability,
  tool: SourcedTool,
): Tool {
  const { id, trust, version = DEFAULT_VERSION } = capability;
  const name = tool.calledAs ?? tool.name;
  const { readOnly, idempotent, dryRun, inPlace, destructive, timeoutMs } = tool.behaviour ?? {};
  const isEnabled = RUNNABLE.has(capability.status) && tool.enabled !== false;
  const problem = tool.problem ?? (isEnabled ? undefined : capability.problem);
  const definition = {
    toolId: toolIdOf(kind, id, tool.name),
    name,
    wireName: wireNameOf(name),
    description: tool.description,
    examples: [...(tool.examples ?? [])],
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema ?? null,
    ...assessRisk({ ...tool, trust, capabilityName: capability.name }),
    behaviour: {
      readOnly: readOnly ?? false,
      idempotent: idempotent ?? false,
      dryRun: dryRun ?? false,
      ...(inPlace !== undefined && { inPlace }),
      ...(destructive !== undefined && { destructive }),
      timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
    },
    sourceType: kind,
    sourceId: id,
    capabilityId: capabilityIdOf(kind, id),
    trust,
    version,
  } satisfies Omit<Tool, "digest" | "enabled" | "problem">;
  return {
    ...definition,
    digest: digest({
      ...definition,
      code: codeOf(tool.execution),
      ...(tool.contract && { contract: tool.contract }),
    }),
    enabled: isEnabled,
    ...(problem !== undefined && { problem }),
  };
}

/** Code in this process has been digested where it was loaded; everything else is data. */
function codeOf(execution: Execution): string {
  const { type, code } = execution;
  return type === "in_process" && typeof code === "string" ? code : digest(execution);
}
