import * as z from "zod";

/** Where a capability of Capstan's own kinds came from. */
export const OwnSourceType = z.enum(["builtin", "skill", "agent", "pack", "ext", "mcp"]);

/** A kind of folder that the program around Capstan brings: `x-recipe`. */
export const BroughtKind = z.templateLiteral(["x-", z.string().regex(/^[a-z][a-z0-9]{0,29}$/)]);
export type BroughtKind = z.infer<typeof BroughtKind>;

/** Where a capability came from (X1). */
export const SourceType = z.union([OwnSourceType, BroughtKind]);
export type SourceType = z.infer<typeof SourceType>;

/** A plain string, so that a new capability needs no migration (E9, X2). */
export const CapabilityId = z.string().min(1).max(128);
export type CapabilityId = z.infer<typeof CapabilityId>;

/** Built-in ids are bare, others have their kind in front. */
export function capabilityIdOf(kind: SourceType, id: string): CapabilityId {
  return kind === "builtin" ? id : `${kind}:${id}`;
}

export const CapabilityStatus = z.enum([
  "draft",
  "available",
  "coming_soon",
  "deprecated",
  "retired",
]);
export type CapabilityStatus = z.infer<typeof CapabilityStatus>;

/** How far an ability is trusted: named, never numbered (X13). */
export const Trust = z.enum(["builtin", "local", "local-mcp", "remote"]);
export type Trust = z.infer<typeof Trust>;

/** What outsiders see of a capability (E8). */
export const Capability = z.strictObject({
  id: CapabilityId,
  name: z.string(),
  description: z.string(),
  status: CapabilityStatus,
  kind: SourceType,
  version: z.string(),
  icon: z.string().optional(),
  category: z.string().optional(),
  /** Words under which its author wants it found. */
  tags: z.array(z.string()).readonly().optional(),
  systemPrompt: z.string().optional(),
  /** What it needs beside itself: `id` or `id@range` (E66). */
  dependencies: z.array(z.string()).optional(),
  /** A JSON Schema for what an agent may configure (E67). */
  configSchema: z.record(z.string(), z.json()).optional(),
  /** Why it cannot be used, when it is broken. */
  problem: z.string().optional(),
  tools: z.array(z.string()),
});
export type Capability = z.infer<typeof Capability>;
