import * as z from "zod";
import { CapabilityStatus, Trust } from "./capability.ts";
import { Execution } from "./execution.ts";
import { RiskLevel } from "./risk-level.ts";
import { SideEffect } from "./side-effect.ts";
import { SkillContract } from "./skill-contract.ts";
import { JsonSchema, ToolBehaviour } from "./tool.ts";

/** A tool as its source describes it; the catalog judges it and gives it its id. */
export const SourcedTool = z.strictObject({
  name: z.string().min(1),
  /** What people and models call it, where its name alone would say too little. */
  calledAs: z.string().min(1).optional(),
  description: z.string(),
  examples: z.array(z.string()).readonly().optional(),
  inputSchema: JsonSchema,
  outputSchema: JsonSchema.optional(),
  /** What is left out is taken for the worst: not read-only, not idempotent, no dry run. */
  behaviour: ToolBehaviour.partial().optional(),
  execution: Execution,
  /** What it is held to when it runs in turns; left out, it answers at once. */
  contract: SkillContract.optional(),
  /** True: inputs that do not fit are for the tool to ask about, not for the gate to refuse. */
  checksOwnInputs: z.boolean().optional(),
  /** False: listed, and not run until something that it needs is there. */
  enabled: z.boolean().optional(),
  /** Why it is not enabled. */
  problem: z.string().optional(),
  /** What its author says of it, and what it may do: the catalog infers its risk from these. */
  declaredRisk: RiskLevel.optional(),
  declaredEffects: z.array(SideEffect).readonly().optional(),
  permissions: z.array(z.string()).readonly().optional(),
  /** Its network access is restricted to GET and HEAD. */
  onlyFetches: z.boolean().optional(),
  /** An MCP server's hints, and only those of a server that its owner marked as trusted. */
  trustedHints: z
    .strictObject({ readOnly: z.boolean().optional(), destructive: z.boolean().optional() })
    .optional(),
  /** What the owner of this installation says. */
  overriddenRisk: RiskLevel.optional(),
});
export type SourcedTool = z.infer<typeof SourcedTool>;

/** A capability with its tools, as its source describes it. */
export const SourcedCapability = z.strictObject({
  /** Its own id, without the kind. */
  id: z.string().min(1),
  name: z.string(),
  description: z.string(),
  status: CapabilityStatus,
  version: z.string().optional(),
  trust: Trust,
  icon: z.string().optional(),
  category: z.string().optional(),
  tags: z.array(z.string()).readonly().optional(),
  systemPrompt: z.string().optional(),
  dependencies: z.array(z.string()).readonly().optional(),
  configSchema: JsonSchema.optional(),
  /** Why a person is asked before any of its tools runs, whatever policy says. */
  asksFirst: z.string().optional(),
  /** Why it cannot be used, when it is broken. */
  problem: z.string().optional(),
  /** Its version in the store, where its definition lies there: a claim expects it to be this one. */
  storedVersion: z.string().optional(),
  /** True: its tools exist only in sessions that it is attached to. */
  perSession: z.boolean().optional(),
  tools: z.array(SourcedTool).readonly(),
});
export type SourcedCapability = z.infer<typeof SourcedCapability>;
