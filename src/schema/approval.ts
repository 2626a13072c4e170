import * as z from "zod";
import { Access, AccessScope } from "./access.ts";
import { RiskLevel } from "./risk-level.ts";
import { ShownRoot } from "./root.ts";
import { SideEffect } from "./side-effect.ts";
import { ToolId } from "./tool.ts";

export const ApprovalState = z.enum([
  "pending",
  "approved",
  "denied",
  "expired",
  "withdrawn",
  "superseded",
  "used",
]);
export type ApprovalState = z.infer<typeof ApprovalState>;

export const ApprovalLevel = z.enum(["user", "admin"]);
export type ApprovalLevel = z.infer<typeof ApprovalLevel>;

/** What an approval is good for, part by part, so that a change can be named (X8). */
export const Binding = z.strictObject({
  tool: z.string(),
  definition: z.string(),
  input: z.string(),
  access: z.string(),
  session: z.string(),
  /** Of what a dry run said would happen; empty where there was none. */
  preview: z.string().default(""),
  /** The open packs whose `allowed-tools` left it out; empty where there was none. */
  packs: z.string().default(""),
  /** The run of a skill that it is a turn of, at the moment that was seen; empty where there is none. */
  context: z.string().default(""),
});
export type Binding = z.infer<typeof Binding>;

export const Approval = z.strictObject({
  id: z.string(),
  state: ApprovalState,
  level: ApprovalLevel,
  sessionId: z.string().nullable(),
  invocationId: z.string(),
  toolId: ToolId,
  riskLevel: RiskLevel,
  sideEffectTags: z.array(SideEffect),
  inputs: z.json(),
  /** What a dry run of exactly this call said it would do. */
  preview: z.json().optional(),
  reason: z.string(),
  /** What Run would open to the capability, beside what it has. */
  access: Access.optional(),
  /** The folders of `access`, as they were when it was asked. */
  roots: z.array(ShownRoot).optional(),
  /** For how long a person opened it. */
  opened: AccessScope.optional(),
  /** Which capabilities changed the call before it was decided, and what its input was. */
  rewritten: z.strictObject({ by: z.array(z.string()), inputs: z.json() }).optional(),
  /** Who changed the input when they answered, and what it was before: what ran is in `inputs`. */
  edited: z.strictObject({ by: z.string(), inputs: z.json() }).optional(),
  /** The reason that a person gave when they denied it; left out where they gave none. */
  denialReason: z.string().optional(),
  /** Which parts differ from the approval that this one replaces. */
  changed: z.array(Binding.keyof()).optional(),
  binding: Binding,
  expiresAt: z.string(),
  createdAt: z.string(),
  answeredBy: z.string().nullable(),
  answeredAt: z.string().nullable(),
});
export type Approval = z.infer<typeof Approval>;
