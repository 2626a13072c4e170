import type { Word } from "../words.ts";
import { readNumberWords } from "./number-words.ts";
import type { Value } from "./value.ts";

/** A number that is not a part of a name, a version, a time or a date. */
const DIGITS =
  /(?<![\p{L}\p{N}_./:@]|[\p{L}\p{N}_]-)[+−-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?(?![\p{N}_@:]|[.,/]\d|\p{L}{4}|-\d)/gu;
const UNIT_BEHIND = /^(?:%|°|[-]\p{L}|(?:k|m|s|h|d|kg|km|min|ms|am|pm|mb|gb|x|c|f)(?!\p{L}))/iu;
const MONEY = /[$€£¥₹]|\b(?:EUR|USD|GBP|CHF|euro|dollar|pound)/i;
const HALF = "half";

export function recogniseNumbers(text: string, words: readonly Word[]): Value[] {
  return [...readDigits(text), ...readWords(words)];
}

function readDigits(text: string): Value[] {
  return [...text.matchAll(DIGITS)].flatMap(({ 0: found, index }) => {
    const behind = text.slice(index + found.length, index + found.length + 8);
    if (/^\p{L}/u.test(behind) && !UNIT_BEHIND.test(behind)) return [];
    const before = text.slice(Math.max(0, index - 5), index);
    // "10 -3" subtracts.
    const isBinary = /^[+−-]/.test(found) && /[\p{N})]\s*$/u.test(before);
    const digits = isBinary ? found.slice(1) : found;
    const value = Number(digits.replaceAll(",", "").replace("−", "-"));
    if (!Number.isFinite(value) || isUnclearMoney(digits, `${before} ${behind}`)) return [];
    const end = index + found.length;
    const percent = /^\s?(?:%|percent\b)/.exec(text.slice(end, end + 10));
    const at = { start: end - digits.length, end: end + (percent?.[0].length ?? 0) };
    return [{ kind: "number" as const, value, ...at, ...(percent && { detail: "percent" }) }];
  });
}

/** Of money, "1.000" is a thousand to some and one to others. */
function isUnclearMoney(digits: string, beside: string): boolean {
  return /^\d{1,3}\.\d{3}$/.test(digits) && MONEY.test(beside);
}

function readWords(words: readonly Word[]): Value[] {
  const values: Value[] = [];
  for (let at = 0; at < words.length; at++) {
    const read = readNumberWords(words.slice(at, at + 9).map(({ plain }) => plain));
    const [first, last] = [words[at], words[at + (read?.count ?? 1) - 1]];
    if (!read || !first || !last) continue;
    // "one" alone is mostly no number: "this one", "one of them".
    const isVague = first === last && first.plain === "one" && words[at + 1]?.plain !== HALF;
    if (!isVague || isCounted(words, at)) {
      values.push({ kind: "number", value: read.value, start: first.start, end: last.end });
    }
    at += read.count - 1;
  }
  return values;
}

const COUNTED = /^(?:hours?|minutes?|seconds?|days?|weeks?|plus|minus|times|divided|over)$/;
const COUNTING = /^(?:plus|minus|times|by|add|subtract|multiply|divide)$/;

function isCounted(words: readonly Word[], at: number): boolean {
  return COUNTED.test(words[at + 1]?.plain ?? "") || COUNTING.test(words[at - 1]?.plain ?? "");
}
