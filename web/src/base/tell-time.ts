const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

export function tellRelative(iso: string, now: number): string {
  const seconds = Math.round((Date.parse(iso) - now) / 1_000);
  if (Number.isNaN(seconds)) return iso;
  if (Math.abs(seconds) < 10) return "just now";
  if (Math.abs(seconds) > 30 * 86_400) return day.format(Date.parse(iso));
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return relative.format(Math.trunc(seconds / size), unit);
}

export function tellExact(iso: string): string {
  const time = Date.parse(iso);
  return Number.isNaN(time) ? iso : exact.format(time);
}

/** How long is left: coarse while it is long, to the second at the end. */
export function tellLeft(iso: string, now: number): string {
  const seconds = Math.floor((Date.parse(iso) - now) / 1_000);
  if (seconds <= 0) return "expired";
  if (seconds < 60) return `${seconds} s left`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s left`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h left`;
  return `${Math.floor(seconds / 86_400)} d left`;
}

export function tellDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}
