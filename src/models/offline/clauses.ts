import { recogniseQuoted } from "./recognise/quoted.ts";

const THEN =
  /\s*[,;.!?]?\s+(?:and\s+)?(?:then|afterwards|after that)[\s,]+|\s*;\s*|[.!?]\s+(?=\p{L})/giu;
const AND = /\s*,?\s+and\s+(?:also\s+)?/giu;
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
