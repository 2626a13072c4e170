import { usageError } from "./usage-error.ts";

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** `7d`, `24h`, `30m`, `10s` before now, or a time as it is, as RFC 3339. */
export function sinceTime(given: string, now: number): string {
  const [, count, unit = ""] = /^(\d{1,6})([smhd])$/.exec(given) ?? [];
  const ms = count === undefined ? Date.parse(given) : now - Number(count) * (UNITS[unit] ?? 0);
  if (Number.isFinite(ms)) return new Date(ms).toISOString();
  throw usageError(`"${given}" is no time: write 7d, 24h, 30m or 2026-01-31T12:00:00Z.`, "--since");
}
