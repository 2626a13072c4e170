import { around, type Candidate, type Search } from "./candidate.ts";
import { fitOf } from "./cue.ts";
import { type Field, wordsOfName } from "./field.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { splitWords, type Word } from "./words.ts";

/** Other names of units, in the plain form of words. */
const UNITS = new Map(
  [
    ["celsius", "c centigrade"],
    ["fahrenheit", "f"],
    ["km", "kilometer kilometers kilometre kilometres kms"],
    ["miles", "mile mi"],
    ["kg", "kilogram kilograms kilo kilos kgs"],
    ["pounds", "lb lbs pound"],
  ].map(([name = "", others = ""]) => [name, others.split(" ")]),
);

/** The options of an enumeration that the text names. */
export function choiceCandidates(field: Field, { reading }: Search): Candidate[] {
  const named = field.options.flatMap((option) => {
    const parts = splitWords(wordsOfName(option));
    return [
      ...runsOf(reading.words, parts, option),
      ...reading.words.flatMap((word) => (isUnit(option, word) ? [[word]] : [])),
    ].map((run) => ({ option, start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0 }));
  });
  const money = reading.values.flatMap(({ kind, value, start, end }) => {
    const option = kind === "money" && field.options.find((it) => it === value);
    return option ? [{ option, start, end }] : [];
  });
  const seen = new Set<string>();
  return [...named, ...money].flatMap(({ option, start, end }) => {
    const key = `${option} ${start}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const { before, after } = around(reading, start, end);
    const fit = fitOf(field.cues, before, after);
    // "write the text" does not choose the encoding "text".
    const isOwn = option === field.schema.default;
    return isOwn && fit < 0.6 ? [] : [{ field, value: option, start, end, fit }];
  });
}

function runsOf(words: readonly Word[], parts: readonly Word[], option: string): Word[][] {
  if (parts.length === 0) return [];
  return words.flatMap((_, at) => {
    const run = words.slice(at, at + parts.length);
    const isRun = run.length === parts.length && run.every((word, n) => isOption(word, parts[n]));
    // A letter is an option only as it stands in the schema: "A", but not "a".
    // And "get" is not GET.
    const isCommon = option.length < 2 || run.every(({ stem }) => STOP_WORDS.has(stem));
    if (!isRun || (isCommon && run.map(({ text }) => text).join(" ") !== option)) return [];
    return [run];
  });
}

function isOption(word: Word, part: Word | undefined): boolean {
  return part !== undefined && (word.plain === part.plain || word.stem === part.stem);
}

function isUnit(option: string, { plain }: Word): boolean {
  return UNITS.get(option.toLowerCase())?.includes(plain) ?? false;
}
