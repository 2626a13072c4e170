import { readNumberWords } from "./recognise/number-words.ts";

const ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const NOUN = "(?:ones?|tasks?|items?|files?|todos?|entr(?:y|ies)|points?|results?|things?)";
const COUNT = "(?:\\d{1,3}|two|three|four|five|six|seven|eight|nine|ten)";
const ONE = new RegExp(
  `^(?:the\\s+)?(${ORDINALS.join("|")}|last|\\d{1,3}(?:st|nd|rd|th))(?:\\s+(${COUNT}))?(?:\\s+${NOUN})?$`,
  "i",
);
const NUMBERED = new RegExp(`^(?:number|no\\.?|#|${NOUN})\\s*(?:number\\s*)?(\\d{1,3})$`, "i");

/** "the second one", "the first two", "number 3": the places that are meant in a row of a length. */
export function readOrdinal(text: string): ((length: number) => number[]) | undefined {
  const said = text.trim();
  const numbered = NUMBERED.exec(said)?.[1];
  if (numbered !== undefined) return (length) => within([Number(numbered) - 1], length);
  const pair = /^(.{1,30}?)\s+and\s+(.{1,30})$/i.exec(said);
  if (pair) {
    const [a, b] = [readOrdinal(pair[1] ?? ""), readOrdinal(pair[2] ?? "")];
    return a && b ? (length) => [...new Set([...a(length), ...b(length)])] : undefined;
  }
  const [, ordinal, counted] = ONE.exec(said) ?? [];
  if (ordinal === undefined) return undefined;
  const count = counted === undefined ? 1 : countOf(counted);
  const word = ordinal.toLowerCase();
  if (word === "last") {
    return (length) => within(rangeOf(Math.max(0, length - count), count), length);
  }
  const at = ORDINALS.indexOf(word);
  const first = at >= 0 ? at : Number.parseInt(word, 10) - 1;
  // "the second two" could be anything.
  if (count > 1 && first !== 0) return undefined;
  return (length) => within(rangeOf(first, count), length);
}

export function countOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : (readNumberWords([text.toLowerCase()])?.value ?? 1);
}

function rangeOf(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => from + at);
}

/** All of them, or none where one is not there. */
function within(places: readonly number[], length: number): number[] {
  return places.every((at) => at >= 0 && at < length) ? [...places] : [];
}
