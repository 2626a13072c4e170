import * as z from "zod";

/** What a capability may touch on this machine: data, so that it can be shown, digested and enforced. */
export const Access = z.strictObject({
  paths: z.array(z.strictObject({ root: z.string(), verbs: z.array(z.enum(["read", "write"])) })),
  hosts: z.array(z.string()),
});
export type Access = z.infer<typeof Access>;

/** Everyone's, until a person gives more. */
export const NO_ACCESS: Access = { paths: [], hosts: [] };
