import * as z from "zod";

/** A file or a folder of a session, by its absolute path (E31, E33). */
export const SessionFile = z.strictObject({
  sessionId: z.string(),
  path: z.string(),
  kind: z.enum(["file", "directory"]),
  /** Which content it has; null for a folder. */
  digest: z.string().nullable(),
  size: z.int(),
  /** Whether it can be run as a program, in a workspace. */
  executable: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SessionFile = z.infer<typeof SessionFile>;
