import type { JsonObject } from "../../base/json.ts";
import type { SideEffect } from "../../schema/side-effect.ts";
import type { SourcedTool } from "../../schema/sourced-capability.ts";
import { AGENT_PERMISSIONS } from "./agent-permissions.ts";
import type { AgentAction } from "./read-actions.ts";
import type { AgentManifest } from "./read-manifest.ts";
import { changeInName } from "./words-of-change.ts";

type OfAgent = Pick<AgentManifest, "isReadOnly"> & {
  /** The permissions that are declared and needed. */
  readonly given: ReadonlySet<string>;
  readonly bundle: string;
  readonly entry: string;
  readonly binaries: readonly string[];
};

const TIMEOUT_S = 120;
const ENDING_S = 10;
const CHANGES = ["filesystem.write", "filesystem.move", "filesystem.delete"];

const HARMLESS: ReadonlySet<string> = new Set(["filesystem.read", "system.hardware", "display"]);

/** An action as a tool: what it may do, and how it is called. */
export function describeAction(action: AgentAction, agent: OfAgent): SourcedTool {
  const { name, description, examples, inputSchema, outputSchema, risk } = action;
  const { permissions, inPlace, destructive, isQuiet } = judge(action, agent);
  return {
    name,
    description,
    ...(examples.length > 0 && { examples: [...examples] }),
    inputSchema,
    ...(outputSchema && { outputSchema: answerSchema(outputSchema) }),
    permissions,
    declaredEffects: permissions.flatMap((one): SideEffect[] => {
      const effect = AGENT_PERMISSIONS.get(one);
      return effect ? [effect] : [];
    }),
    ...riskOf(risk, permissions, isQuiet),
    behaviour: {
      readOnly: isQuiet,
      idempotent: false,
      // The box holds it, whatever the code does.
      dryRun: true,
      inPlace,
      destructive,
      timeoutMs: (TIMEOUT_S + ENDING_S) * 1_000,
    },
    execution: {
      type: "child",
      protocol: "agent",
      bundle: agent.bundle,
      entry: agent.entry,
      name,
      timeout_s: TIMEOUT_S,
      permissions,
      ...(agent.binaries.length > 0 && { binaries: [...agent.binaries] }),
    },
  };
}

/** By what its author says of it; of a bare name, by its words (X39). */
function judge(action: AgentAction, { given, isReadOnly }: OfAgent) {
  const may = (permission: string) =>
    given.has(permission) && !(isReadOnly && CHANGES.includes(permission));
  const { change, overwrites } = changeInName(action.name);
  const permissions = [...given].filter((permission) => {
    if (!may(permission)) return false;
    if (action.needs) return action.needs.includes(permission);
    if (permission === "filesystem.delete") return change === "delete";
    if (permission === "filesystem.move") return change === "move";
    return permission !== "filesystem.write" || isOfChange(change);
  });
  const destroys =
    permissions.includes("filesystem.delete") || permissions.includes("filesystem.move");
  const named = action.needs === undefined && isOfChange(change);
  const inPlace =
    permissions.some((one) => CHANGES.includes(one)) &&
    (action.inPlace ?? (action.destructive === true || destroys || named));
  const isGrave = change === "delete" || change === "move" || overwrites;
  const destructive = destroys || (action.destructive ?? (named && isGrave));
  return { permissions, inPlace, destructive, isQuiet: isQuiet() };

  /** Whether it does nothing but read: its workspace is read-only as well then. */
  function isQuiet(): boolean {
    if (permissions.includes("network") || destructive) return false;
    if (permissions.some((one) => CHANGES.includes(one))) return false;
    // By an act: that is a call of its own, and this one does not only read.
    if (permissions.includes("system.processes") && change !== "read") return false;
    if (action.needs || isReadOnly || change === "read") return true;
    return !CHANGES.some(may);
  }
}

/** One that reads and fills its workspace does more than read; of all others their permissions tell. */
function riskOf(risk: AgentAction["risk"], permissions: readonly string[], isQuiet: boolean) {
  if (risk) return { declaredRisk: risk };
  const reads = permissions.every((one) => HARMLESS.has(one));
  return reads && !isQuiet ? { declaredRisk: "MED" as const } : {};
}

function isOfChange(change: ReturnType<typeof changeInName>["change"]): boolean {
  return change !== null && change !== "read";
}

/** What an author promises is the result; the rest of an answer is always there. */
function answerSchema(result: JsonObject): JsonObject {
  return {
    type: "object",
    properties: {
      action_performed: { type: "string" },
      result,
      metadata: { type: "object" },
    },
    required: ["action_performed", "result", "metadata"],
  };
}
