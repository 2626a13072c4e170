import * as z from "zod";
import { ApprovalLevel } from "./approval.ts";
import { ToolId } from "./tool.ts";

/** How far an answer is remembered (X6). */
export const Remember = z.strictObject({
  scope: z.enum(["session", "always"]),
  /** `pack`: reads of this pack as it is now. */
  match: z.enum(["exact", "tool", "pack"]),
  expiresInS: z.number().positive().optional(),
});
export type Remember = z.infer<typeof Remember>;

/**
 * A remembered answer: it stands for an approval of every call that fits it, until it expires or a
 * person revokes it. It is good for one definition of the tool: another one suspends it.
 */
export const StandingGrant = z.strictObject({
  id: z.string(),
  toolId: ToolId,
  /** The digest of the tool's definition that the person saw. */
  definition: z.string(),
  /** The digest of what the call may touch. */
  access: z.string(),
  match: Remember.shape.match,
  /** The digest of the input, where only that input fits; the id of the pack, where its reads do. */
  input: z.string().nullable(),
  /** Null for one that stands in every session. */
  sessionId: z.string().nullable(),
  /** Whose calls it covers. */
  actor: z.string(),
  level: ApprovalLevel,
  /** Empty for an answer that was given by attaching a pack. */
  approvalId: z.string(),
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  revokedBy: z.string().nullable(),
  revokedAt: z.string().nullable(),
});
export type StandingGrant = z.infer<typeof StandingGrant>;
