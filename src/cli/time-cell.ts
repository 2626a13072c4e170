import type { Screen } from "./command.ts";

const STEPS = [
  [60, "s"],
  [60, "min"],
  [24, "h"],
] as const;

/** How long ago, or how soon, for a person at a terminal; the exact time for everyone else. */
export function timeCell(time: string, { width, now }: Screen): string {
  const ms = Date.parse(time);
  if (width === undefined || !Number.isFinite(ms)) return time;
  let amount = Math.round(Math.abs(now - ms) / 1_000);
  for (const [size, unit] of STEPS) {
    if (amount < size) return said(amount, unit, ms > now);
    amount = Math.round(amount / size);
  }
  return amount <= 30 ? said(amount, "d", ms > now) : time.slice(0, 10);
}

function said(amount: number, unit: string, isAhead: boolean): string {
  return isAhead ? `in ${amount} ${unit}` : `${amount} ${unit} ago`;
}
