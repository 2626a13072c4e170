import * as z from "zod";
import type { Scope } from "./actor.ts";

export const Profile = z.enum(["auto", "risk", "strict", "governed"]);
export type Profile = z.infer<typeof Profile>;

const STRICTNESS = new Map<Profile, number>([
  ["auto", 0],
  ["risk", 1],
  ["strict", 2],
]);

/**
 * Under which profile a session acts now. One that is looser than the owner's counts only where an
 * admin opened the session: otherwise the owner's, also when it became stricter since.
 */
export function profileInForce(
  session: { readonly profile: Profile; readonly creatorScopes: readonly Scope[] } | undefined,
  owner: Profile,
): Profile {
  if (!session || isAtLeastAsStrict(session.profile, owner)) return session?.profile ?? owner;
  return session.creatorScopes.includes("admin") ? session.profile : owner;
}

/** `auto` < `risk` < `strict`; `governed` is neither stricter nor looser than another. */
export function isAtLeastAsStrict(wanted: Profile, owner: Profile): boolean {
  if (wanted === owner) return true;
  const [a, b] = [STRICTNESS.get(wanted), STRICTNESS.get(owner)];
  return a !== undefined && b !== undefined && a >= b;
}
