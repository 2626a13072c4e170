import * as z from "zod";
import type { Caller } from "../../http/authenticate.ts";
import type { Scope } from "../../schema/actor.ts";
import { RiskLevel } from "../../schema/risk-level.ts";
import { SideEffect } from "../../schema/side-effect.ts";
import type { Tool } from "../../schema/tool.ts";
import { sampleInput } from "./sample-input.ts";

export const AddedTool = z.object({
  toolId: z.string(),
  name: z.string(),
  description: z.string(),
  riskLevel: RiskLevel,
  sideEffectTags: z.array(SideEffect).readonly(),
  /** An input that fits its schema, to try it with; null where none was found. */
  example: z.record(z.string(), z.json()).nullable(),
});

/** A thing that is, or would be, added. */
export const Shown = z.object({
  kind: z.enum(["pack", "skill", "agent", "extension", "mcp_server", "custom", "hub_item"]),
  /** The id of its capability; of a pack that of the pack, of an entry of a hub its name there. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  /** The digest of its content. Sent back with the request that adds it, nothing else is added. */
  digest: z.string(),
  /** Empty for a program that has not run yet: its tools are not known before. */
  tools: z.array(AddedTool).readonly(),
  access: z.object({
    paths: z
      .array(z.object({ root: z.string(), verbs: z.array(z.enum(["read", "write"])).readonly() }))
      .readonly(),
    hosts: z.array(z.string()).readonly(),
    /** The permissions that its author declares, in words. */
    permissions: z.array(z.string()).readonly(),
  }),
  /** Packages of a registry that it brings, as far as they are known. */
  packages: z.array(z.string()).readonly(),
  warnings: z.array(z.string()).readonly(),
});
export type Shown = z.infer<typeof Shown>;

export const AddedView = Shown.extend({
  state: z.enum(["preview", "added", "input_required"]),
  approvalIds: z.array(z.string()).readonly(),
  /** Why it does not work yet; null where it does. */
  problem: z.string().nullable(),
});
export type Added = z.infer<typeof AddedView>;

/** A thing that can be added: what it would be, and how its installer adds it. */
export type Addition = {
  readonly shown: Shown;
  /** The scope that its installer asks for. */
  readonly scope: Scope;
  readonly add: (by: Caller) => Promise<Added>;
};

export const NO_ACCESS: Shown["access"] = { paths: [], hosts: [], permissions: [] };

export function showTool(tool: Tool): z.infer<typeof AddedTool> {
  const { toolId, name, description, riskLevel, sideEffectTags, inputSchema } = tool;
  return {
    ...{ toolId, name, description, riskLevel, sideEffectTags },
    example: sampleInput(inputSchema),
  };
}

export function added(shown: Shown, problem: string | null = null): Added {
  return { ...shown, state: "added", approvalIds: [], problem };
}
