import { readNumberWords } from "../recognise/number-words.ts";

/** A piece of a calculation, as people say or write it. */
export type Term = {
  /** `link` stands between the parts of "add 3 and 4" or "take 3 from 4". */
  readonly kind: "value" | "before" | "after" | "between" | "open" | "close" | "link";
  readonly text: string;
};

/** Stands for the result of the calculation before. */
export const THAT = "that";

const NUMBER =
  /(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d{1,3})?(?![\d.]|(?!x ?\d)\p{L}|,\d)|\.\d+(?![\d.]|\p{L})/uy;
const WORDS = /[a-z]{1,12}(?:[ -][a-z]{1,12}){0,7}/uy;
const PHRASES: readonly (readonly [words: RegExp, kind: Term["kind"], text: string])[] = [
  [/(?:raised )?to the power of\b|\*\*|\^/uy, "between", "^"],
  [/(?:multiplied by|times|x(?= ?[\d(]))(?![a-z])|[*×·]/uy, "between", "*"],
  [/(?:divided by|over)\b|[/÷]/uy, "between", "/"],
  [/plus\b|\+/uy, "between", "+"],
  [/minus\b|[-−–]/uy, "between", "-"],
  [/mod(?:ulo)?\b/uy, "between", "mod"],
  [/(?:%|percent|per cent) of\b/uy, "between", "% of"],
  [/(?:%|percent|per cent) off\b/uy, "between", "% off"],
  [/squared\b/uy, "after", "^2"],
  [/cubed\b/uy, "after", "^3"],
  [/(?:the )?(?:square root|sqrt)(?: of)?\b|√/uy, "before", "sqrt"],
  [/(?:the )?(?:cube root|cbrt)(?: of)?\b/uy, "before", "cbrt"],
  [/(?:(?:one|a) )?half(?: of)?\b/uy, "before", "1/2 *"],
  [/(?:one|a) third of\b/uy, "before", "1/3 *"],
  [/(?:one|a) quarter of\b/uy, "before", "1/4 *"],
  [/(?:double|twice)\b/uy, "before", "2 *"],
  [/triple\b/uy, "before", "3 *"],
  [/(?:that|it|this|the (?:result|answer|sum|total|number))\b/uy, "value", THAT],
  [/and\b|,/uy, "link", "and"],
  [/(?:by|between|among|amongst)\b/uy, "link", "by"],
  [/to\b/uy, "link", "to"],
  [/(?:away )?from\b/uy, "link", "from"],
  [/\(/uy, "open", "("],
  [/\)/uy, "close", ")"],
];

/** All of a text as pieces of a calculation; undefined when anything else is in it. */
export function termsOf(text: string): readonly Term[] | undefined {
  const terms: Term[] = [];
  for (let at = 0; at < text.length; ) {
    if (text[at] === " ") {
      at += 1;
      continue;
    }
    const found = termAt(text, at);
    if (!found) return undefined;
    terms.push(found.term);
    at = found.end;
  }
  return terms;
}

function termAt(
  text: string,
  at: number,
): { readonly term: Term; readonly end: number } | undefined {
  const number = match(NUMBER, text, at);
  if (number !== undefined) {
    return { term: { kind: "value", text: number.replaceAll(",", "") }, end: at + number.length };
  }
  for (const [pattern, kind, name] of PHRASES) {
    const words = match(pattern, text, at);
    if (words !== undefined) return { term: { kind, text: name }, end: at + words.length };
  }
  const run = match(WORDS, text, at) ?? "";
  const read = readNumberWords(run.split(/[ -]/));
  if (!read) return undefined;
  const length = run
    .split(/(?<=[ -])/)
    .slice(0, read.count)
    .join("")
    .trimEnd().length;
  return { term: { kind: "value", text: String(read.value) }, end: at + length };
}

function match(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
