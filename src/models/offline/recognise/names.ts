import { STOP_WORDS } from "../stop-words.ts";
import type { Word } from "../words.ts";
import type { Value } from "./value.ts";

const CAPITAL = /^\p{Lu}/u;

/** Runs of capitalised words. The first of a sentence may be capitalised for that alone. */
export function recogniseNames(text: string, words: readonly Word[]): Value[] {
  const values: Value[] = [];
  for (let at = 0; at < words.length; at++) {
    const first = words[at];
    if (!first || !CAPITAL.test(first.text) || isOpening(text, first) || isStop(first)) continue;
    let last = first;
    while (isNext(text, last, words[at + 1])) last = words[++at] ?? last;
    const end = /['’]s$/.test(last.text) ? last.end - 2 : last.end;
    values.push({ kind: "name", value: text.slice(first.start, end), start: first.start, end });
  }
  return values;
}

function isOpening(text: string, { start }: Word): boolean {
  return start === 0 || /[.!?]\s+$/.test(text.slice(Math.max(0, start - 3), start));
}

function isNext(text: string, last: Word, next: Word | undefined): boolean {
  if (!next || !CAPITAL.test(next.text) || /['’]s$/.test(last.text)) return false;
  return /^[ -]$/.test(text.slice(last.end, next.start));
}

function isStop({ plain, stem }: Word): boolean {
  return plain === "i" || STOP_WORDS.has(stem);
}
