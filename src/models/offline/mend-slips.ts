import type { KnownFolder } from "../model.ts";
import { FILE_WORDS } from "./files/lexicon.ts";
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
const SHORTEST_FOLDER = 5;
/** Shorter words are too often another word with one letter changed. */
const SHORTEST_CHANGED = 5;

export type Mended = {
  readonly text: string;
  /** The words that stand in it now, and were not said. */
  readonly words: readonly string[];
};

/** The text with slips of the pen put right, in words that are known; undefined without any. */
export function mendSlips(
  { text, words, values }: Reading,
  all: KnownTools,
  folders: readonly KnownFolder[] = [],
): Mended | undefined {
  const known = vocabularyOf(all);
  const names = folders.map(({ name }) => name);
  if (words.length > MOST_WORDS) return undefined;
  const isValue = (word: Word) =>
    values.some(
      ({ kind, start, end }) =>
        kind !== "name" && kind !== "reference" && start < word.end && word.start < end,
    );
  let [mended, from] = ["", 0];
  const put: string[] = [];
  for (const word of words) {
    if (word.plain.length < SHORTEST || isValue(word)) continue;
    const only = folderOf(word, names) ?? wordOf(word, known);
    if (only === undefined) continue;
    put.push(only);
    mended += text.slice(from, word.start) + only;
    from = word.end;
  }
  return put.length === 0 ? undefined : { text: mended + text.slice(from), words: put };
}

function wordOf({ text, plain, stem, start }: Word, known: ReadonlySet<string>) {
  // Names are not ours to put right.
  const isPlain = /^\p{Ll}+$/u.test(text) || (start === 0 && /^\p{L}+$/u.test(text));
  if (!isPlain || known.has(plain) || STOP_WORDS.has(stem)) return undefined;
  return onlyOf([...known].filter((it) => isSlipOf(plain, it)));
}

/** The folders that there are: no name that is meant for something else is so near to one. */
function folderOf({ plain }: Word, names: readonly string[]): string | undefined {
  if (names.some((name) => name.toLowerCase() === plain) || plain.length < SHORTEST_FOLDER) {
    return undefined;
  }
  const right = names.filter((name) => isSlipOf(plain, name.toLowerCase()));
  // "document" for Documents is no slip.
  return onlyOf(right.filter((name) => name.toLowerCase() !== `${plain}s`));
}

function onlyOf(words: readonly string[]): string | undefined {
  return words.length === 1 ? words[0] : undefined;
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
  return new Set([...COMMON, ...FILE_WORDS, ...words.filter((word) => /^\p{L}{2,}$/u.test(word))]);
}
