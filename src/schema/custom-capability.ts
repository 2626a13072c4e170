import * as z from "zod";
import { CapabilityStatus } from "./capability.ts";
import { CommandCall } from "./command-call.ts";
import { HttpCall } from "./http-call.ts";
import { RiskLevel } from "./risk-level.ts";
import { SideEffect } from "./side-effect.ts";
import { JsonSchema } from "./tool.ts";

const SemanticVersion = z
  .string()
  .regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}$/, "is not a version such as 1.0.0");

const CustomTool = z.strictObject({
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, "is not the name of a tool"),
  description: z.string().min(1).max(2_000),
  /** How people ask for it, with the names of inputs as slots. */
  examples: z.array(z.string().max(500)).max(50).optional(),
  input_schema: JsonSchema,
  output_schema: JsonSchema.optional(),
  risk_level: RiskLevel.optional(),
  side_effect_tags: z.array(SideEffect).optional(),
  timeout_s: z.number().positive().max(300).optional(),
  /** How it runs: one of these. */
  http: HttpCall.optional(),
  exec: CommandCall.optional(),
});
export type CustomTool = z.infer<typeof CustomTool>;

/**
 * A capability that people write as data (E65): the same text in a file, over HTTP and in the
 * store. Its names are those of the wire.
 */
export const CustomManifest = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9_.-]{0,63}$/, "is not an id such as my_service"),
  name: z.string().min(1).max(200),
  description: z.string().min(1).max(2_000),
  version: SemanticVersion.default("1.0.0"),
  status: CapabilityStatus.exclude(["coming_soon"]).default("available"),
  icon: z.string().max(100).optional(),
  category: z.string().max(100).optional(),
  system_prompt: z.string().max(20_000).optional(),
  dependencies: z.array(z.string().min(1).max(200)).max(50).optional(),
  config_schema: JsonSchema.optional(),
  tools: z.array(CustomTool).max(100).default([]),
});
export type CustomManifest = z.infer<typeof CustomManifest>;

/** As it is stored: the manifest unread, because what wrote it may have been another version. */
export const StoredCapability = z.strictObject({
  /** The manifest's own id, without the kind. */
  id: z.string(),
  version: z.string(),
  manifest: z.json(),
  createdBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type StoredCapability = z.infer<typeof StoredCapability>;

/** The id of the source that lists them. */
export const MANIFEST_SOURCE = "manifest";

export const CUSTOM_KIND = "ext";

export function customIdOf(id: string): string {
  return `${CUSTOM_KIND}:${id}`;
}
