import * as z from "zod";

/** While it stands, nothing new starts. */
export const Halt = z.strictObject({ by: z.string(), reason: z.string(), since: z.string() });
export type Halt = z.infer<typeof Halt>;
