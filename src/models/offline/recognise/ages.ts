import type { Value } from "./value.ts";

const DAY = 86_400_000;
const CHANGED =
  "(?:(?:that|which)\\s+)?(?:(?:i|we|were|was|are|have been|has been|been|got|last)\\s+)*(?:changed|modified|edited|updated|touched|created|saved|downloaded|added|written|worked on|opened|used|stored|taken|shot|received|from|made|dated)";
/** "not touched", "that I haven't opened", "untouched": the other side of a time. */
const UNTOUCHED =
  "(?:(?:that|which)\\s+)?(?:(?:i|we|have|has|were|was)\\s+)*(?:(?:not|never|\\p{L}+n['’]?t)\\s+(?:been\\s+)?(?:changed|modified|touched|used|opened|edited|updated|looked\\s+at)|untouched|unchanged|unused|unopened)";
const UNIT = "(?:minute|hour|day|week|month|year)s?";
const COUNT = "(\\d{1,4}|an?|one|two|three|four|five|six|seven|eight|nine|ten|a few|couple of)";
const NUMBERS = "zero one two three four five six seven eight nine ten".split(" ");
const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );
const WEEKDAYS = "sunday monday tuesday wednesday thursday friday saturday".split(" ");
const DAYS = `\\d{4}-\\d\\d-\\d\\d|today|yesterday|(?:last\\s+)?(?:${WEEKDAYS.join("|")})|(?:${MONTHS.join("|")})(?:\\s+\\d{1,2}(?:st|nd|rd|th)?)?(?:,?\\s+\\d{4})?|\\d{4}`;

type Rule = readonly [
  pattern: RegExp,
  read: (found: RegExpExecArray, now: Date) => readonly Limit[],
];
type Limit = { readonly side: "after" | "before"; readonly day: string };

/** What is said of when files were changed, as days. The first rule that fits a place counts. */
const RULES: readonly Rule[] = [
  [
    rule(
      `(?:older than|${UNTOUCHED}\\s+(?:in|for)(?:\\s+(?:the\\s+(?:last|past)|over|more than|at least))?)\\s+${COUNT}\\s+(${UNIT})(?:\\s+old)?`,
    ),
    ([, count = "", unit = ""]) => [{ side: "before", day: ago(count, unit) }],
  ],
  [rule(`${UNTOUCHED}\\s+since\\s+(${DAYS})`), ([, day = ""], now) => limit("before", day, now)],
  [
    rule(`(?:newer|younger|more recent) than\\s+${COUNT}\\s+(${UNIT})`),
    ([, count = "", unit = ""]) => [{ side: "after", day: ago(count, unit) }],
  ],
  [
    rule(
      `(?:${CHANGED}\\s+)?(?:in|within|during|over|from|for)?\\s*(?:the\\s+)?(?:last|past)\\s+(?:${COUNT}\\s+)(${UNIT})`,
    ),
    ([, count = "", unit = ""]) => [{ side: "after", day: ago(count, unit) }],
  ],
  [
    rule(`(?:${CHANGED}\\s+)?(?:more than|over|at least)\\s+${COUNT}\\s+(${UNIT})\\s+(?:ago|old)`),
    ([, count = "", unit = ""]) => [{ side: "before", day: ago(count, unit) }],
  ],
  [
    rule(
      `(?:${CHANGED}\\s+)?(?:in|within|during|over|from)?\\s*(?:the\\s+(?:last|past)|past)\\s+(week|month|year)`,
    ),
    ([, unit = ""]) => [{ side: "after", day: ago("1", unit) }],
  ],
  [
    rule(
      `(?:${CHANGED}\\s+)?(?:in|during|from|of)?\\s*(?:my\\s+)?(last|this)\\s+(week|month|year)(?:['’]s)?`,
    ),
    ([, which = "", unit = ""], now) => calendar(which.toLowerCase(), unit.toLowerCase(), now),
  ],
  [
    rule(`(?:${CHANGED}\\s+)?(?:since|after)\\s+(${DAYS})`),
    ([, day = ""], now) => limit("after", day, now),
  ],
  [
    rule(`(?:${CHANGED}\\s+)?(?:before|until|older than)\\s+(${DAYS})`),
    ([, day = ""], now) => limit("before", day, now),
  ],
  [rule(`(?:${CHANGED}\\s+)(?:on\\s+|in\\s+)?(${DAYS})`), ([, day = ""], now) => within(day, now)],
  [
    rule(`(?:${CHANGED}\\s+)?(?:on\\s+)?(?:earlier\\s+)?(yesterday|today)(?:['’]s)?`),
    ([, day = ""], now) => within(day, now),
  ],
];

/** "changed last week", "older than a year", "since Monday": limits in days, with their side. */
export function recogniseAges(text: string, now: Date): Value[] {
  const values: Value[] = [];
  for (const [pattern, read] of RULES) {
    for (const found of text.slice(0, 1_000).matchAll(pattern)) {
      const start = found.index + (/^\s+/.exec(found[0])?.[0].length ?? 0);
      const at = { start, end: found.index + found[0].length };
      if (values.some((value) => value.start < at.end && at.start < value.end)) continue;
      const limits = read(found, now);
      // Both sides stand at one place: the first takes most of it, the second its last letter.
      const [first, second] = limits;
      if (first && second) {
        values.push({ kind: "age", value: first.day, start, end: at.end - 1, detail: first.side });
        values.push({
          kind: "age",
          value: second.day,
          start: at.end - 1,
          end: at.end,
          detail: second.side,
        });
      } else if (first) values.push({ kind: "age", value: first.day, ...at, detail: first.side });
    }
  }
  return values;
}

function rule(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, "giu");
}

function ago(count: string, unit: string): string {
  const said = count.toLowerCase();
  const number = /^\d+$/.test(said)
    ? Number(said)
    : /^an?$/.test(said)
      ? 1
      : said === "a few"
        ? 3
        : said === "couple of"
          ? 2
          : NUMBERS.indexOf(said);
  const name = unit.toLowerCase().replace(/s$/, "");
  return `${number} ${name}${number === 1 ? "" : "s"}`;
}

/** "this month" until now, "last month" as it stands in a calendar; weeks begin on Monday. */
function calendar(which: string, unit: string, now: Date): readonly Limit[] {
  const begin = beginOf(unit, 0, now);
  if (which === "this") return [{ side: "after", day: begin }];
  return [
    { side: "after", day: beginOf(unit, 1, now) },
    { side: "before", day: begin },
  ];
}

/** The first day of the week, month or year that is so many back. */
function beginOf(unit: string, back: number, now: Date): string {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const weekday = (now.getUTCDay() + 6) % 7;
  if (unit === "week") return isoDay(Date.UTC(year, month, day - weekday - 7 * back));
  return isoDay(unit === "month" ? Date.UTC(year, month - back, 1) : Date.UTC(year - back, 0, 1));
}

function limit(side: Limit["side"], day: string, now: Date): readonly Limit[] {
  const span = spanOf(day.toLowerCase(), now);
  return span ? [{ side, day: isoDay(span.from) }] : [];
}

function within(day: string, now: Date): readonly Limit[] {
  const span = spanOf(day.toLowerCase(), now);
  if (!span) return [];
  const from = { side: "after" as const, day: isoDay(span.from) };
  return span.until > now.getTime() ? [from] : [from, { side: "before", day: isoDay(span.until) }];
}

function spanOf(
  day: string,
  now: Date,
): { readonly from: number; readonly until: number } | undefined {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const oneDay = (from: number) => ({ from, until: from + DAY });
  if (day === "today") return oneDay(today);
  if (day === "yesterday") return oneDay(today - DAY);
  if (/^\d{4}-\d\d-\d\d$/.test(day)) {
    const at = Date.parse(`${day}T00:00:00Z`);
    return Number.isNaN(at) ? undefined : oneDay(at);
  }
  if (/^\d{4}$/.test(day)) {
    const year = Number(day);
    return year < 1970 || year > 2100
      ? undefined
      : { from: Date.UTC(year, 0, 1), until: Date.UTC(year + 1, 0, 1) };
  }
  const weekday = WEEKDAYS.indexOf(day.replace(/^last\s+/, ""));
  if (weekday >= 0) {
    const back = (now.getUTCDay() - weekday + 7) % 7 || 7;
    return oneDay(today - back * DAY);
  }
  const [, name = "", date, said] =
    /^(\p{L}+)(?:\s+(\d{1,2})\p{L}*)?(?:,?\s+(\d{4}))?$/u.exec(day) ?? [];
  const month = MONTHS.indexOf(name);
  if (month < 0) return undefined;
  const thisYear = now.getUTCFullYear();
  const isAhead = Date.UTC(thisYear, month, Number(date ?? 1)) > now.getTime();
  const year = said === undefined ? (isAhead ? thisYear - 1 : thisYear) : Number(said);
  if (date !== undefined) return oneDay(Date.UTC(year, month, Number(date)));
  return { from: Date.UTC(year, month, 1), until: Date.UTC(year, month + 1, 1) };
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
