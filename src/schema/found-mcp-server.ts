import * as z from "zod";

/** A server that the `.mcp.json` of a trusted project asks for: found, and neither started nor usable. */
export const FoundMcpServer = z.object({
  id: z.string(),
  /** The trusted project whose `.mcp.json` asks for it. */
  project: z.string(),
  command: z.string().optional(),
  args: z.array(z.string()).readonly().optional(),
  url: z.string().optional(),
  /** Over all of its settings: a request that adds it names the settings that were shown. */
  digest: z.string(),
  /** There is a server of this id already. */
  isAdded: z.boolean(),
  /** Why it cannot be added as it is written. */
  problem: z.string().nullable(),
});
export type FoundMcpServer = z.infer<typeof FoundMcpServer>;
