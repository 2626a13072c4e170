import * as z from "zod";
import { ToolId } from "./tool.ts";

/** What a tool was when it was first met, and what it is now: another digest is drift. */
export const SeenTool = z.strictObject({
  toolId: ToolId,
  firstDigest: z.string(),
  digest: z.string(),
  firstSeenAt: z.string(),
  changedAt: z.string().nullable(),
  /** What it says of itself now, and said before it changed; null where somebody of this house wrote it. */
  says: z.record(z.string(), z.json()).nullable(),
  said: z.record(z.string(), z.json()).nullable(),
});
export type SeenTool = z.infer<typeof SeenTool>;
