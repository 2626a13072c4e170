const FIRST_MS = 500;
const LONGEST_MS = 60_000;

/** How long to wait after so many failures in a row: doubled each time, and never the same for all. */
export function backoffMs(failures: number, chance: () => number): number {
  const most = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20));
  return Math.round(most * (0.5 + chance() / 2));
}
