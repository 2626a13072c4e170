import * as z from "zod";

/** What a source listed when it could last be reached, unread: another version may have stored it. */
export const SourceListing = z.strictObject({
  sourceId: z.string(),
  capabilities: z.json(),
  listedAt: z.string(),
});
export type SourceListing = z.infer<typeof SourceListing>;
