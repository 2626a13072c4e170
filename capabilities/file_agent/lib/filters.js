import { PlainError } from "./answers.js";
import { typeFilter } from "./kinds.js";

const UNITS = new Map([
  ["", 1],
  ["b", 1],
  ["byte", 1],
  ["kilobyte", 1e3],
  ["megabyte", 1e6],
  ["gigabyte", 1e9],
  ["terabyte", 1e12],
  ["k", 1e3],
  ["kb", 1e3],
  ["m", 1e6],
  ["mb", 1e6],
  ["g", 1e9],
  ["gb", 1e9],
  ["t", 1e12],
  ["tb", 1e12],
  ["kib", 1024],
  ["mib", 1024 ** 2],
  ["gib", 1024 ** 3],
  ["tib", 1024 ** 4],
]);
const SPANS = new Map([
  ["minute", 60_000],
  ["hour", 3_600_000],
  ["day", 86_400_000],
  ["week", 7 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["year", 365 * 86_400_000],
]);

/** A number of bytes, or a number with a unit: "10 MB", "1.5 GB", "1,500 KB". */
export function bytesOf(value, name) {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  const [, number, unit = ""] =
    /^\s*(\d{1,3}(?:,\d{3})+|\d*[.,]?\d+)\s*([a-z]*?)s?\s*$/i.exec(String(value)) ?? [];
  const factor = UNITS.get(unit.toLowerCase());
  if (number === undefined || factor === undefined) {
    throw new PlainError("INVALID_PARAMS", `"${name}" is a size such as 500 KB or 10 MB.`);
  }
  // A comma before three digits parts thousands, as in 1,500; any other one is a point.
  const plain = /,\d{3}(?:,|$)/.test(number)
    ? number.replaceAll(",", "")
    : number.replace(",", ".");
  return Number(plain) * factor;
}

/** A day as this machine has it, or how long ago: "2026-01-31", "7 days", "yesterday". */
export function timeOf(value, name, now = Date.now()) {
  const text = String(value).trim().toLowerCase();
  const today = new Date(now);
  today.setHours(0, 0, 0, 0);
  if (text === "today") return today.getTime();
  // Not 24 hours before: two days of the year have 23 or 25.
  if (text === "yesterday") return today.setDate(today.getDate() - 1);
  const [, number = "1", span] =
    /^(?:last |past )?(?:(\d+) )?(minute|hour|day|week|month|year)s?(?: ago)?$/.exec(text) ?? [];
  if (span !== undefined) return now - Number(number) * SPANS.get(span);
  const time = dayOf(text) ?? momentOf(String(value).trim());
  if (Number.isNaN(time)) {
    const message = `"${name}" is a day such as 2026-01-31, or a time ago such as 7 days.`;
    throw new PlainError("INVALID_PARAMS", message);
  }
  return time;
}

/** The beginning of a day or a month; NaN for one that no calendar has. */
function dayOf(text) {
  const [whole, year, month, day = "1"] = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const date = new Date(Number(year), Number(month) - 1, Number(day));
  return date.getMonth() === Number(month) - 1 ? date.getTime() : Number.NaN;
}

function momentOf(text) {
  return /^\d{4}-\d{2}-\d{2}[t ]\d{2}:/i.test(text) ? Date.parse(text) : Number.NaN;
}

/** Whether a file is one of those that are asked for: by its name, and by what the disk says of it. */
export function filterOf(params) {
  const { type, larger_than, smaller_than, changed_after, changed_before } = params;
  const byName = type === undefined ? undefined : typeFilter(type);
  const tests = [];
  const add = (value, read, name, keeps) => {
    if (value === undefined) return;
    const limit = read(value, name);
    tests.push((stats) => keeps(stats, limit));
  };
  add(larger_than, bytesOf, "larger_than", ({ size }, limit) => size > limit);
  add(smaller_than, bytesOf, "smaller_than", ({ size }, limit) => size < limit);
  add(changed_after, timeOf, "changed_after", ({ mtimeMs }, limit) => mtimeMs >= limit);
  add(changed_before, timeOf, "changed_before", ({ mtimeMs }, limit) => mtimeMs < limit);
  return {
    byName,
    byStats: tests.length === 0 ? undefined : (stats) => tests.every((test) => test(stats)),
  };
}

/** All of an answer has to fit into a megabyte. */
const MAX_PAGE_BYTES = 700_000;

/** A part of a long list: which, and whether there is more. `weigh` tells how many bytes an item takes. */
export function pageOf(items, { limit, offset = 0 }, { usual = 200, most = 2_000, weigh } = {}) {
  const part = fitting(items.slice(offset, offset + Math.min(limit ?? usual, most)), weigh);
  const next = offset + part.length;
  const truncated = next < items.length;
  return { part, truncated, ...(truncated && { next_offset: next }) };
}

/** As many of them as fit, and at least one. */
export function fitting(items, weigh = (path) => 2 * Buffer.byteLength(path) + 200) {
  let bytes = 0;
  const first = items.findIndex((item, index) => {
    bytes += weigh(item);
    return index > 0 && bytes > MAX_PAGE_BYTES;
  });
  return first < 0 ? items : items.slice(0, first);
}
