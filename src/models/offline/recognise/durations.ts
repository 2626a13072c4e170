import type { Word } from "../words.ts";
import { overlaps, type Value } from "./value.ts";

const SECONDS = new Map<string, number>();
for (const [names, seconds] of [
  ["ms millisecond milliseconds", 0.001],
  ["s sec secs second seconds", 1],
  ["m min mins minute minutes", 60],
  ["h hr hrs hour hours", 3_600],
  ["d day days", 86_400],
  ["week weeks", 604_800],
] as const) {
  for (const name of names.split(" ")) SECONDS.set(name, seconds);
}
const COMPACT =
  /(?<![\p{L}\p{N}.])(?:(\d{1,4})h)?(?:(\d{1,4})m(?:in)?)?(?:(\d{1,5})s)?(?![\p{L}\p{N}])/gu;

/** A length of time in seconds: "5 minutes", "1h30m", "half an hour", "an hour and 10 minutes". */
export function recogniseDurations(
  text: string,
  words: readonly Word[],
  numbers: readonly Value[],
): Value[] {
  const parts = [...numbers.flatMap((number) => withUnit(text, number)), ...inWords(words)];
  const compact = [...text.matchAll(COMPACT)].flatMap((found) => readCompact(found));
  return join(text, [...parts, ...compact.filter((one) => !parts.some((it) => overlaps(one, it)))]);
}

function withUnit(text: string, number: Value): Value[] {
  const unit = /^[\s-]?(\p{L}{1,12})(?![\p{L}\p{N}])/u.exec(
    text.slice(number.end, number.end + 16),
  );
  const seconds = SECONDS.get(unit?.[1]?.toLowerCase() ?? "");
  if (!unit || seconds === undefined || typeof number.value !== "number") return [];
  return [make(number.value * seconds, number.start, number.end + unit[0].length)];
}

function inWords(words: readonly Word[]): Value[] {
  return words.flatMap((word, at) => {
    const [next, third] = [words[at + 1], words[at + 2]];
    if (word.plain === "half" && /^an?$/.test(next?.plain ?? "") && third) {
      const seconds = SECONDS.get(third.plain);
      return seconds && third.plain.length > 2 ? [make(seconds / 2, word.start, third.end)] : [];
    }
    if (!/^an?$/.test(word.plain) || !next || words[at - 1]?.plain === "half") return [];
    const seconds = SECONDS.get(next.plain);
    const isUnit = seconds !== undefined && next.plain.length > 2 && !/s$/.test(next.plain);
    if (!isUnit || next.plain === "second") return [];
    const half = words[at + 4];
    const isMore = third?.plain === "and" && words[at + 3]?.plain === "a" && half?.plain === "half";
    return [make(isMore ? seconds * 1.5 : seconds, word.start, isMore ? half.end : next.end)];
  });
}

function readCompact(found: RegExpExecArray): Value[] {
  const [whole, hours, minutes, seconds] = found;
  if (whole === "") return [];
  const total = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return [make(total, found.index, found.index + whole.length)];
}

/** "1 hour 30 minutes" is one length of time. */
function join(text: string, parts: readonly Value[]): Value[] {
  const joined: Value[] = [];
  for (const part of parts.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    const between = last ? text.slice(last.end, part.start) : "";
    if (last && /^(?:\s+|,\s*|\s+and\s+|\s+and\s+a\s+)$/.test(between) && shrinks(last, part)) {
      joined[joined.length - 1] = make(
        Number(last.value) + Number(part.value),
        last.start,
        part.end,
      );
    } else if (!last || !overlaps(last, part)) {
      joined.push(part);
    }
  }
  return joined;
}

function shrinks(last: Value, part: Value): boolean {
  return Number(part.value) < Number(last.value);
}

function make(seconds: number, start: number, end: number): Value {
  return { kind: "duration", value: seconds, start, end };
}
