import * as z from "zod";
import { CapabilityId, SourceType, Trust } from "./capability.ts";
import { RiskLevel } from "./risk-level.ts";
import { SideEffect } from "./side-effect.ts";

/** The capability of what Capstan does on this machine for a program in a box. */
export const SYSTEM_CAPABILITY = "system";

/** `kind:source:tool`, for example `builtin:test_math:add` (X3); `system:tool` for acts of boxes. */
export const ToolId = z.string().min(1).max(256);
export type ToolId = z.infer<typeof ToolId>;

export function toolIdOf(kind: SourceType, sourceId: string, name: string): ToolId {
  const isSystem = kind === "builtin" && sourceId === SYSTEM_CAPABILITY;
  return isSystem ? `${SYSTEM_CAPABILITY}:${name}` : `${kind}:${sourceId}:${name}`;
}

/** Whether a tool is an act: only a program in a box can ask for it, while its own call runs. */
export function isAct({ capabilityId }: { readonly capabilityId: string }): boolean {
  return capabilityId === SYSTEM_CAPABILITY;
}

/** A JSON Schema of draft 2020-12, passed through as it is. */
export const JsonSchema = z.record(z.string(), z.json());
export type JsonSchema = z.infer<typeof JsonSchema>;

/** What a tool promises about running it. The gate and crash recovery rely on it. */
export const ToolBehaviour = z.strictObject({
  /** Changes nothing outside: no intent is written, and it may run again after a crash. */
  readOnly: z.boolean(),
  /** Running twice with one idempotency key is running once. */
  idempotent: z.boolean(),
  /** Understands `dry_run` and then has no effect. */
  dryRun: z.boolean(),
  /** Whether it changes files where they lie. Left out, its effects say so. */
  inPlace: z.boolean().optional(),
  /** Whether something that was there may be gone afterwards. Left out, its effects say so. */
  destructive: z.boolean().optional(),
  timeoutMs: z.int().positive(),
});
export type ToolBehaviour = z.infer<typeof ToolBehaviour>;

export const Tool = z.strictObject({
  toolId: ToolId,
  name: z.string(),
  wireName: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string(),
  /** How people ask for it, with the names of inputs as slots: "the time in {timezone}". */
  examples: z.array(z.string()),
  inputSchema: JsonSchema,
  outputSchema: JsonSchema.nullable(),
  riskLevel: RiskLevel,
  riskReasons: z.array(z.string()),
  sideEffectTags: z.array(SideEffect),
  behaviour: ToolBehaviour,
  sourceType: SourceType,
  sourceId: z.string(),
  capabilityId: CapabilityId,
  trust: Trust,
  version: z.string(),
  /** Over everything above: an approval is bound to it. */
  digest: z.string(),
  enabled: z.boolean(),
  /** Why it is not enabled, where its source says. */
  problem: z.string().optional(),
});
export type Tool = z.infer<typeof Tool>;
