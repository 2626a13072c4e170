import type { Value } from "./value.ts";

const REFERENCE =
  /\b(?:it|that|this|them|there|(?:the|that|this|its)\s+(?:result|results|output|outcome|answer|content|contents|page|text|response|number|sum|file))\b(?!['’]s)/giu;

/** Words that stand for what the step before brought. */
export function recogniseReferences(text: string): Value[] {
  return [...text.matchAll(REFERENCE)].map(({ 0: word, index }) => ({
    kind: "reference",
    value: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }));
}
