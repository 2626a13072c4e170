import type { Search } from "./candidate.ts";
import type { Field } from "./field.ts";
import type { Word } from "./words.ts";

export const BREAKS: ReadonlySet<string> = new Set(
  "to in into as at on for from with by and that saying against about under of then :".split(" "),
);
const TRAILING = /(?:[\s,.;!?]|\b(?:please|pls|plz|thanks|thank you)(?=[\s,.;!?]*$))+$/i;
/** What is said about the order behind a name or a title, and may be a part of a message. */
const ASIDE =
  /\s+(?:for me|right now|now|asap|immediately|and (?:tell|let|notify|inform) me\b.{0,80})$/i;
/** Left over when text ends before a value of another field: "pay the rent on" Friday. */
const DANGLING = /(?:\s+(?:to|in|on|at|for|by|from|of|and|with|as|the|a|an|into))+$/i;
const MOST_ENDS = 8;
/** What is trimmed is short: looking for it in a long text would take long. */
const LONGEST_TAIL = 100;

/** Where loose text may end: at the end, at a comma, before a word or value of another field. */
export function spanEnds(field: Field, from: Word, { reading, known }: Search): number[] {
  const { text, words, values } = reading;
  const last = words.at(-1);
  const behind = text.slice(last?.end ?? 0);
  const end = (last?.end ?? 0) + (/^\S*/.exec(behind)?.[0].length ?? 0);
  const lastQuoted = values.findLast(({ kind }) => kind === "quoted")?.end ?? 0;
  const ends = [Math.max(end, lastQuoted)];
  const rights = new Set(field.cues.flatMap(({ right }) => right.slice(0, 1)));
  const others = new Set(known.fields.flatMap((it) => (it === field ? [] : [...it.kinds])));
  for (const word of words) {
    if (word.start <= from.start) continue;
    const comma = /[,;.!?]\s{1,2}$/.exec(text.slice(Math.max(0, word.start - 3), word.start));
    if (comma) ends.push(word.start - comma[0].length);
    const isBreak = BREAKS.has(word.plain) || rights.has(word.stem);
    const isOther = values.some(
      ({ kind, start }) => start === word.start && kind !== "name" && others.has(kind),
    );
    if (isBreak || isOther) ends.push(word.start);
    if (ends.length >= MOST_ENDS) break;
  }
  return [...new Set(ends)].filter((at) => at > from.start);
}

/** Without spaces, closing marks and polite words at the end. */
export function trimSpan(
  text: string,
  start: number,
  end: number,
  isMessage = false,
): { readonly start: number; readonly end: number } {
  const inside = text.slice(start, end);
  const tail = inside.slice(-LONGEST_TAIL);
  const trimmed = isMessage ? trimMessage(tail) : tail.replace(TRAILING, "").replace(ASIDE, "");
  const kept = /\S/.test(text.slice(end)) ? trimmed.replace(DANGLING, "") : trimmed;
  return { start, end: end - tail.length + kept.length };
}

/** The marks of a message are its own, but for the one full stop of a single sentence. */
function trimMessage(text: string): string {
  const plain = text.replace(/[\s,;]+(?:please|pls|plz|thanks|thank you)?[\s.!]*$/i, "");
  return /^[^.!?]*\.$/.test(plain) ? plain.slice(0, -1) : plain;
}
