import { PlainError } from "./answers.js";
import { typeFilter } from "./kinds.js";

const UNITS = new Map([
  ["", 1],
  ["b", 1],
  ["byte", 1],
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

/** A number of bytes, or a number with a unit: "10 MB". */
export function bytesOf(value, name) {
  if (typeof value === "number" && Number.isFinite(value) && value >= 0) return value;
  const [, number, unit = ""] =
    /^\s*(\d+(?:[.,]\d+)?)\s*([a-z]*?)s?\s*$/i.exec(String(value)) ?? [];
  const factor = UNITS.get(unit.toLowerCase());
  if (number === undefined || factor === undefined) {
    throw new PlainError("INVALID_PARAMS", `"${name}" is a size such as 500 KB or 10 MB.`);
  }
  return Number(number.replace(",", ".")) * factor;
}

/** A date, or how long ago: "2026-01-31", "7 days", "yesterday". */
export function timeOf(value, name, now = Date.now()) {
  const text = String(value).trim().toLowerCase();
  const today = new Date(now).setHours(0, 0, 0, 0);
  if (text === "today") return today;
  if (text === "yesterday") return today - 86_400_000;
  const [, number = "1", span] =
    /^(?:last |past )?(?:(\d+) )?(minute|hour|day|week|month|year)s?(?: ago)?$/.exec(text) ?? [];
  if (span !== undefined) return now - Number(number) * SPANS.get(span);
  const time = /^\d{4}-\d{2}(?:-\d{2})?/.test(text) ? Date.parse(String(value).trim()) : Number.NaN;
  if (Number.isNaN(time)) {
    const message = `"${name}" is a day such as 2026-01-31, or a time ago such as 7 days.`;
    throw new PlainError("INVALID_PARAMS", message);
  }
  return time;
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

/** A part of a long list: which, and whether there is more. */
export function pageOf(items, { limit, offset = 0 }, { usual = 200, most = 2_000 } = {}) {
  const size = Math.min(limit ?? usual, most);
  const part = items.slice(offset, offset + size);
  const next = offset + part.length;
  const truncated = next < items.length;
  return { part, truncated, ...(truncated && { next_offset: next }) };
}
