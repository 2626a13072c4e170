import type { Value } from "./value.ts";

const HINT =
  /\d[:.-]\d|\d\s?(?:am|pm|h)\b|\b(?:today|tonight|tomorrow|tmrw|yesterday|noon|midnight|morning|evening|afternoon|now|next|last|this|ago|in\s+(?:\d|an?\s|half|one|two|three)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|tue|wed|thu|fri)\b|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const LENGTH_ONLY =
  /^(?:for|within|about|around)?\s*(?:\d|an?\b|one|two|three|four|five|half|ten|fif|six|twen|thir|few|several)[^:]*$/i;
const MOVES = /\b(?:in|ago|later|from now)\b/i;
/** What chrono costs grows with the text; dates of an order stand near its front. */
const LONGEST = 1_000;

/** Days and times, as UTC: "tomorrow at 3pm". Loads its library when a text may hold one. */
export async function recogniseDates(text: string, now: Date): Promise<Value[]> {
  const head = text.slice(0, LONGEST);
  if (!HINT.test(head)) return [];
  const { casual } = await import("chrono-node/en");
  const reference = { instant: now, timezone: 0 };
  return casual
    .parse(head, reference, { forwardDate: true })
    .flatMap(({ text, index, start, end }) => {
      const hasTime = start.isCertain("hour");
      const hasDay = start.isCertain("day") || start.isCertain("weekday");
      // A span of time is more than the moment at which it begins.
      if ((!hasTime && !hasDay) || end || /^(?:right\s)?now$/i.test(text)) return [];
      if (
        LENGTH_ONLY.test(text) &&
        !MOVES.test(text) &&
        !/[-/.]\d|am|pm|\d(?:st|nd|rd|th)/i.test(text)
      )
        return [];
      const at = isoOf(start);
      if (at === undefined) return [];
      // "on Monday", said on a Monday: today, or in a week?
      const isWeekday = start.isCertain("weekday") && !start.isCertain("day");
      if (isWeekday && at.slice(0, 10) === now.toISOString().slice(0, 10)) return [];
      const detail = hasTime ? (hasDay ? "day and time" : "time") : "day";
      return [{ kind: "date" as const, value: at, start: index, end: index + text.length, detail }];
    });
}

type Parts = {
  get(
    part: "year" | "month" | "day" | "hour" | "minute" | "second" | "timezoneOffset",
  ): number | null;
};

/** From the parts, because the library's own date follows the zone of the machine. */
function isoOf(start: Parts): string | undefined {
  const part = (name: Parameters<Parts["get"]>[0]) => start.get(name) ?? 0;
  const ms = Date.UTC(
    part("year"),
    part("month") - 1,
    part("day"),
    part("hour"),
    part("minute") - part("timezoneOffset"),
    part("second"),
  );
  if (!Number.isFinite(ms)) return undefined;
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, "Z");
}
