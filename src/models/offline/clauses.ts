import { cutReading, type Reading } from "./reading.ts";
import { overlaps } from "./recognise/value.ts";

const CUT =
  /\s{0,3}[,;.!?]?\s{1,3}(?:and\s{1,3})?(?:then|afterwards|after\sthat|also)[\s,]{1,3}|\s{0,3},?\s{1,3}and\s{1,3}|\s{0,3}[;.!?,]\s{1,3}/giu;
const COLON = /:\s/;
const MOST_CUTS = 8;

/** Ways to cut a text in two: never inside a value, and never behind a colon. */
export function cuts(reading: Reading): readonly (readonly [Reading, Reading])[] {
  const { text, words, values } = reading;
  const from = Math.min(words[0]?.start ?? 0, values[0]?.start ?? 0);
  const colon = text.slice(from).search(COLON);
  const until = colon < 0 ? text.length : from + colon;
  const found: (readonly [Reading, Reading])[] = [];
  for (const { 0: cut, index } of text.slice(0, until).matchAll(CUT)) {
    const span = { start: index, end: index + cut.length };
    const isInside = values.some(
      (value) => value.kind !== "date" && value.start < span.start && overlaps(value, span),
    );
    if (index < from || isInside) continue;
    found.push([cutReading(reading, from, span.start), cutReading(reading, span.end, text.length)]);
    if (found.length === MOST_CUTS) break;
  }
  return found.filter(([left, right]) => left.words.length > 0 && right.words.length > 0);
}
