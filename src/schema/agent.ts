import * as z from "zod";

/** An id of at most 128, and a range. */
const EntryId = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => (/^(.+)@[^@]*$/s.exec(text)?.[1] ?? text).length <= 128, "is too long");

/**
 * A capability on an agent, as it was sent: `id`, `id@range`, or with configuration and other names
 * for its tools (tool name → name that the model sees).
 */
export const AgentCapability = z.union([
  EntryId,
  z.strictObject({
    id: EntryId,
    config: z.record(z.string(), z.json()).optional(),
    aliases: z.record(z.string(), z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)).optional(),
  }),
]);
export type AgentCapability = z.infer<typeof AgentCapability>;

export const Agent = z.strictObject({
  id: z.string(),
  name: z.string(),
  systemPrompt: z.string(),
  status: z.enum(["active"]),
  model: z.string().optional(),
  capabilities: z.array(AgentCapability),
  createdAt: z.string(),
});
export type Agent = z.infer<typeof Agent>;
