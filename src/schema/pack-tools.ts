import * as z from "zod";
import { CommandCall } from "./command-call.ts";
import { RiskLevel } from "./risk-level.ts";
import { SideEffect } from "./side-effect.ts";
import { JsonSchema } from "./tool.ts";

/** Nothing of a pack is ever parsed by a shell. */
const ProgramCall = CommandCall.extend({ shell: z.never("is not for packs").optional() });

/** A call of a tool that `capabilities test` makes, and what must come of it. */
export const PackExample = z.strictObject({
  title: z.string().min(1).max(100).optional(),
  inputs: z.record(z.string(), z.json()),
  /** Text files that are in the session before, by their path. */
  files: z.record(z.string().min(1).max(500), z.string().max(200_000)).optional(),
  /** Left out, the program must end with 0. */
  expect: z
    .strictObject({
      exit_code: z.int().min(0).max(255).optional(),
      stdout_includes: z.string().min(1).max(1_000).optional(),
      /** Paths of files that it makes, such as `outputs/chart.svg`. */
      artifacts: z.array(z.string().min(1).max(500)).max(50).optional(),
    })
    .optional(),
});
export type PackExample = z.infer<typeof PackExample>;

/** One tool of a pack: what a model is told of it, and the program that it is. */
export const PackTool = z.strictObject({
  name: z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, "is not the name of a tool"),
  title: z.string().max(200).optional(),
  description: z.string().min(1).max(2_000),
  inputSchema: JsonSchema,
  outputSchema: JsonSchema.optional(),
  /** Hints of the tool shape that this is taken from. Nobody relies on them. */
  annotations: z.record(z.string(), z.json()).optional(),
  risk_level: RiskLevel.optional(),
  side_effect_tags: z.array(SideEffect).max(50).optional(),
  exec: ProgramCall,
  examples: z.array(PackExample).max(10).optional(),
});
export type PackTool = z.infer<typeof PackTool>;

/** A pack's `tools.json`. */
const MOST_TOOLS = 100;

export const PackTools = z.strictObject({
  $schema: z.string().max(1_000).optional(),
  tools: z
    .array(PackTool)
    .min(1, "names no tool: add one, or remove the file")
    .max(
      MOST_TOOLS,
      `has more than ${MOST_TOOLS} tools: make two packs of it, and attach one at a time`,
    ),
});
export type PackTools = z.infer<typeof PackTools>;
