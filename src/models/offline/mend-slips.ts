import type { KnownTools } from "./known-tools.ts";
import type { Reading } from "./reading.ts";
import { isOneSlip } from "./similar-words.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { splitWords, type Word } from "./words.ts";

/** Words that requests are made of, whatever the tools are. */
const COMMON =
  `what when where which whose the time date is are was does how many much please could would
  should tell show give know today tomorrow yesterday right now times plus minus divided multiplied multiply divide
  subtract square root power percent half double calculate result and then with from into file files folder
  list find search read write save create make delete remove rename move copy open largest smallest than`.split(
    /\s+/,
  );
const MOST_WORDS = 40;
const SHORTEST = 3;
/** Shorter words are too often another word with one letter changed. */
const SHORTEST_CHANGED = 5;

/** The text with slips of the pen put right, in words that are known; undefined without any. */
export function mendSlips(reading: Reading, all: KnownTools): string | undefined {
  const known = vocabularyOf(all);
  const { text, words, values } = reading;
  if (words.length > MOST_WORDS) return undefined;
  const isValue = (word: Word) =>
    values.some(
      ({ kind, start, end }) =>
        kind !== "name" && kind !== "reference" && start < word.end && word.start < end,
    );
  let [mended, from] = ["", 0];
  for (const word of words) {
    // Names are not ours to put right.
    const isPlain =
      /^\p{Ll}+$/u.test(word.text) || (word.start === 0 && /^\p{L}+$/u.test(word.text));
    if (
      !isPlain ||
      known.has(word.plain) ||
      STOP_WORDS.has(word.stem) ||
      word.plain.length < SHORTEST ||
      isValue(word)
    )
      continue;
    const right = [...known].filter((it) => isSlipOf(word.plain, it));
    const [only] = right;
    if (!only || right.length > 1) continue;
    mended += text.slice(from, word.start) + only;
    from = word.end;
  }
  return from === 0 ? undefined : mended + text.slice(from);
}

function isSlipOf(said: string, word: string): boolean {
  if (said[0] !== word[0] || word.length < SHORTEST || !isOneSlip(said, word)) return false;
  // "tide" is no slip for "time".
  return said.length !== word.length || isSwapped(said, word) || said.length >= SHORTEST_CHANGED;
}

function isSwapped(a: string, b: string): boolean {
  return [...a].sort().join("") === [...b].sort().join("");
}

const vocabularies = new WeakMap<KnownTools, ReadonlySet<string>>();

function vocabularyOf(all: KnownTools): ReadonlySet<string> {
  const found = vocabularies.get(all) ?? readVocabulary(all);
  vocabularies.set(all, found);
  return found;
}

function readVocabulary({ tools }: KnownTools): ReadonlySet<string> {
  const words = tools.flatMap(({ tool }) =>
    tool.examples
      .slice(0, 20)
      .flatMap((example) =>
        splitWords(example.slice(0, 500).replaceAll(/\{[^{}]*\}/g, " ")).map(({ plain }) => plain),
      ),
  );
  return new Set([...COMMON, ...words.filter((word) => /^\p{L}{2,}$/u.test(word))]);
}
