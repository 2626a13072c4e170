import type { Value } from "./value.ts";

const UNITS: readonly (readonly [names: string, short: string, bytes: number])[] = [
  ["b|bytes?", "B", 1],
  ["kb|kilobytes?|kbytes?", "KB", 1e3],
  ["mb|megs?|megabytes?|mbytes?", "MB", 1e6],
  ["gb|gigs?|gigabytes?|gbytes?", "GB", 1e9],
  ["tb|terabytes?", "TB", 1e12],
  ["kib", "KiB", 1024],
  ["mib", "MiB", 1024 ** 2],
  ["gib", "GiB", 1024 ** 3],
];
const OVER =
  "larger than|bigger than|greater than|heavier than|more than|longer than|over|above|exceeding|at least|larger|bigger";
const UNDER = "smaller than|less than|lighter than|under|below|at most|up to";
const NAMES = UNITS.map(([names]) => names).join("|");
const SIZE = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:that (?:is|are)|which (?:is|are)|(?:is|are))\\s+)?(?:(${OVER})|(${UNDER}))\\s+(?:an?\\s+)?(\\d+(?:[.,]\\d+)?|one|two|five|ten|half a|a)?\\s?(${NAMES})(?:\\s+(?:in size|big|large))?(?![\\p{L}\\p{N}])`,
  "giu",
);
const BETWEEN = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?:(?:that|which)\\s+)?(?:is|are)\\s+)?between\\s+(\\d+(?:[.,]\\d+)?)\\s?(${NAMES})?\\s+and\\s+(\\d+(?:[.,]\\d+)?)\\s?(${NAMES})(?![\\p{L}\\p{N}])`,
  "giu",
);
const WORDS = new Map([
  ["one", 1],
  ["two", 2],
  ["five", 5],
  ["ten", 10],
  ["half a", 0.5],
  ["a", 1],
]);

const EMPTY =
  /(?<![\p{L}\p{N}])(?:empty(?=\s+(?:\p{L}+\s+)?(?:files?|documents?|notes?|ones?)(?!\p{L}))|(?:that|which)\s+(?:is|are)\s+empty|(?:zero|0)[\s-]bytes?)(?![\p{L}\p{N}])/giu;

/** "larger than 10 MB": the limit with its unit, and on which side of it. */
export function recogniseSizes(text: string): Value[] {
  const empty = [...text.matchAll(EMPTY)].map(({ 0: whole, index }): Value => {
    const at = { start: index, end: index + whole.length };
    return { kind: "size", value: "1 B", ...at, detail: "under" };
  });
  const limits = [...text.matchAll(SIZE)].flatMap((found): Value[] => {
    const [whole, over, , number = "1", name = ""] = found;
    const value = sizeOf(number, name);
    if (value === undefined) return [];
    const at = { start: found.index, end: found.index + whole.length };
    return [{ kind: "size", value, ...at, detail: over ? "over" : "under" }];
  });
  return [...empty, ...limits, ...between(text)];
}

/** Both sides stand at one place: the first takes most of it, the second its last letter. */
function between(text: string): Value[] {
  return [...text.matchAll(BETWEEN)].flatMap(
    ({ 0: whole, 1: low = "", 2: own, 3: high = "", 4: last = "", index }): Value[] => {
      const [from, to] = [sizeOf(low, own ?? last), sizeOf(high, last)];
      if (from === undefined || to === undefined) return [];
      const end = index + whole.length;
      return [
        { kind: "size", value: from, start: index, end: end - 1, detail: "over" },
        { kind: "size", value: to, start: end - 1, end, detail: "under" },
      ];
    },
  );
}

function sizeOf(number: string, name: string): string | undefined {
  const unit = UNITS.find(([names]) => new RegExp(`^(?:${names})$`, "i").test(name));
  const count = WORDS.get(number.toLowerCase()) ?? Number(number.replace(",", "."));
  return unit && Number.isFinite(count) ? `${count} ${unit[1]}` : undefined;
}

/** A size with its unit, in bytes. */
export function bytesOf(size: string): number | undefined {
  const [count = "", name = ""] = size.split(" ");
  const unit = UNITS.find(([, short]) => short === name);
  return unit && Number.isFinite(Number(count)) ? Number(count) * unit[2] : undefined;
}
