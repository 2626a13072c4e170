import * as z from "zod";

/** What a call may touch: data, so that it can be shown, digested and enforced. */
export const Grants = z.strictObject({
  paths: z.array(z.strictObject({ root: z.string(), verbs: z.array(z.enum(["read", "write"])) })),
  hosts: z.array(z.string()),
});
export type Grants = z.infer<typeof Grants>;

export const NO_GRANTS: Grants = { paths: [], hosts: [] };
