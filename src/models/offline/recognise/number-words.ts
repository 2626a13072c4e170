const SMALL = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`
    .split(/\s+/)
    .map((word, value) => [word, value]),
);
const TENS = new Map(
  "twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, index) => [word, (index + 2) * 10]),
);
const SCALES = new Map([
  ["hundred", 100],
  ["thousand", 1_000],
  ["million", 1_000_000],
]);
const LONGEST = 8;

/** Reads "six and a half" or "two hundred and five" from the front: the number, and its words. */
export function readNumberWords(
  words: readonly string[],
): { readonly value: number; readonly count: number } | undefined {
  let total = 0;
  let part: number | undefined;
  let lastTens = false;
  let count = 0;
  for (let at = 0; at < Math.min(words.length, LONGEST); at++) {
    const word = words[at] ?? "";
    const small = SMALL.get(word);
    const tens = TENS.get(word);
    const scale = SCALES.get(word);
    if (small !== undefined && (part === undefined || (lastTens && small > 0 && small < 10))) {
      part = (part ?? 0) + small;
      lastTens = false;
    } else if (tens !== undefined && part === undefined) {
      part = tens;
      lastTens = true;
    } else if (scale !== undefined && (part !== undefined || total > 0)) {
      total = (total + (part ?? 0)) * scale;
      part = undefined;
    } else if (word === "and" && count > 0 && words[at + 1] === "a" && words[at + 2] === "half") {
      return { value: total + (part ?? 0) + 0.5, count: at + 3 };
    } else if (word === "and" && total > 0 && part === undefined && isSmaller(words[at + 1])) {
      continue;
    } else {
      break;
    }
    count = at + 1;
  }
  return count > 0 ? { value: total + (part ?? 0), count } : undefined;
}

function isSmaller(word = ""): boolean {
  return SMALL.has(word) || TENS.has(word);
}
