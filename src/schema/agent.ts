import * as z from "zod";
import { CapabilityId } from "./capability.ts";

export const Agent = z.strictObject({
  id: z.string(),
  name: z.string(),
  systemPrompt: z.string(),
  status: z.enum(["active"]),
  model: z.string().optional(),
  capabilities: z.array(CapabilityId),
  createdAt: z.string(),
});
export type Agent = z.infer<typeof Agent>;
