import * as z from "zod";

export const Verb = z.enum(["read", "write"]);
export type Verb = z.infer<typeof Verb>;

const AccessPath = z.strictObject({ root: z.string(), verbs: z.array(Verb) });

/** What a capability may touch on this machine: data, so that it can be shown, digested and enforced. */
export const Access = z.strictObject({ paths: z.array(AccessPath), hosts: z.array(z.string()) });
export type Access = z.infer<typeof Access>;

/** Everyone's, until a person gives more. */
export const NO_ACCESS: Access = { paths: [], hosts: [] };

/** How long an answer opens something: for this call, for its session, or until somebody revokes it. */
export const AccessScope = z.enum(["once", "session", "always"]);
export type AccessScope = z.infer<typeof AccessScope>;
