import * as z from "zod";
import { ToolId } from "./tool.ts";

/** What a tool was when it was first met, and what it is now: another digest is drift. */
export const SeenTool = z.strictObject({
  toolId: ToolId,
  firstDigest: z.string(),
  digest: z.string(),
  firstSeenAt: z.string(),
  changedAt: z.string().nullable(),
});
export type SeenTool = z.infer<typeof SeenTool>;
