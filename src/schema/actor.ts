import * as z from "zod";

export const Scope = z.enum(["invoke", "approve", "admin"]);
export type Scope = z.infer<typeof Scope>;

/** Who calls, by the id of a principal, and what the token may do (X36). */
export const Actor = z.strictObject({ id: z.string(), scopes: z.array(Scope) });
export type Actor = z.infer<typeof Actor>;

/** Only the hash of a token is kept. */
export const Token = z.strictObject({
  id: z.string(),
  principalId: z.string(),
  scopes: z.array(Scope),
  hash: z.string(),
  createdAt: z.string(),
  /** Null for one that lasts until it is revoked. */
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});
export type Token = z.infer<typeof Token>;
