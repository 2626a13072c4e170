import * as z from "zod";

export const Profile = z.enum(["auto", "risk", "strict", "governed"]);
export type Profile = z.infer<typeof Profile>;

const STRICTNESS = new Map<Profile, number>([
  ["auto", 0],
  ["risk", 1],
  ["strict", 2],
]);

/** `auto` < `risk` < `strict`; `governed` is neither stricter nor looser than another. */
export function isAtLeastAsStrict(wanted: Profile, owner: Profile): boolean {
  if (wanted === owner) return true;
  const [a, b] = [STRICTNESS.get(wanted), STRICTNESS.get(owner)];
  return a !== undefined && b !== undefined && a >= b;
}
