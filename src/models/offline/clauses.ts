import { recogniseQuoted } from "./recognise/quoted.ts";

// The spaces are bounded: with many of them an open pattern takes minutes.
const THEN =
  /\s{0,3}[,;.!?]?\s{1,3}(?:and\s{1,3})?(?:then|afterwards|after that)[\s,]{1,4}|\s{0,3};\s{0,3}|[.!?]\s{1,3}(?=\p{L})/giu;
const AND = /\s{0,3},?\s{1,3}and\s{1,3}(?:also\s{1,3})?/giu;
const MOST_PARTS = 4;

/** A text at the words between its steps, and never inside of quotation marks. */
export function cutText(text: string): readonly string[] {
  const quoted = recogniseQuoted(text);
  let masked = text;
  for (const { start, end } of quoted) {
    masked = masked.slice(0, start) + "_".repeat(end - start) + masked.slice(end);
  }
  const strong = cutAt(text, masked, THEN);
  if (strong.length > MOST_PARTS) return [text];
  return strong.length > 1 ? strong : cutAt(text, masked, AND).slice(0, MOST_PARTS);
}

function cutAt(text: string, masked: string, pattern: RegExp): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: cut, index } of masked.matchAll(pattern)) {
    parts.push(text.slice(from, index));
    from = index + cut.length;
  }
  return [...parts, text.slice(from)].filter((part) => part.trim() !== "");
}
