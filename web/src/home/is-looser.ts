import type { Profile } from "../api/session.ts";

const STRICTNESS = new Map<Profile, number>([
  ["auto", 0],
  ["risk", 1],
  ["strict", 2],
]);

/** As the server has it: `governed` can be compared with nothing but itself. */
export function isLooser(wanted: Profile, usual: Profile): boolean {
  if (wanted === usual) return false;
  const [a, b] = [STRICTNESS.get(wanted), STRICTNESS.get(usual)];
  return a === undefined || b === undefined || a < b;
}
