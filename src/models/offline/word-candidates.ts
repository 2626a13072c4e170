import { around, type Candidate, type Search } from "./candidate.ts";
import { isAllowed } from "./convert-value.ts";
import { type Cue, cue, fitOf } from "./cue.ts";
import type { Field } from "./field.ts";
import { overlaps } from "./recognise/value.ts";
import { ANNOUNCERS, DETERMINERS, PRONOUNS, STOP_WORDS } from "./stop-words.ts";
import type { Word } from "./words.ts";

const NAMED: readonly Cue[] = ["called", "named"].map((word) => cue(word));
const OPENED = 0.6;
const VAGUE = new Set(
  `old new big small large whole entire other others same wrong right empty broken current last first
  next previous oldest newest latest temporary unused everything everybody everyone nothing nobody
  both rest stuff things immediately again soon later`.split(/\s+/),
);
const MOST_WORDS = 5;
const MOST_OPTIONS = 50;

/** Names and the like: a few words that nothing else explains, where the field is announced. */
export function wordCandidates(field: Field, search: Search): Candidate[] {
  const { reading, matches } = search;
  const cues = [...field.cues, ...NAMED];
  const quoted = reading.values.flatMap(({ kind, value, start, end }): Candidate[] => {
    if (kind !== "quoted") return [];
    const { before, after } = around(reading, start, end);
    const fit = fitOf(cues, before, after);
    return search.known.effectful && fit < OPENED ? [] : [{ field, value, start, end, fit }];
  });
  const named = reading.words.flatMap((word, at): Candidate[] => {
    if (!isPart(word, field, search)) return [];
    const previous = reading.words[at - 1];
    if (previous && isPart(previous, field, search) && isBeside(search, previous, word)) return [];
    const last = lastOf(at, field, search);
    const end = /['’]s$/.test(last.text) ? last.end - 2 : last.end;
    const { before, after } = around(reading, word.start, end);
    const fit = fitOf(cues, before, after) + behindValue(field, word, search);
    if (fit < OPENED) return [];
    const value = reading.text.slice(word.start, end);
    const span = { start: word.start, end };
    if (/^(?:everything|anything|stuff|things)$/i.test(value)) return [];
    if (cutsValue(span, search) || (search.known.effectful && isVague(value))) return [];
    return [{ field, value, ...span, fit }];
  });
  return [...quoted, ...named].filter(({ value }) => isAllowed(field.schema, value, matches));
}

/** "5 chairs": beside a value, where examples have one. */
function behindValue({ cues }: Field, { start }: Word, { reading }: Search): number {
  if (!cues.some((it) => it.behindValue)) return 0;
  const isBehind = ({ end }: { readonly end: number }) =>
    end < start && /^\s+$/.test(reading.text.slice(end, start));
  return reading.values.some(isBehind) ? 0.6 : 0;
}

/** "auth-service" is one word, though the tool knows services. */
function cutsValue(at: { start: number; end: number }, { reading }: Search): boolean {
  return reading.values.some(
    (value) =>
      (value.kind === "code" || value.kind === "path") &&
      overlaps(value, at) &&
      (value.start < at.start || value.end > at.end),
  );
}

/** Several small words, or one that tells which and not what it is called. */
function isVague(value: string): boolean {
  return /\s[^\p{Lu}\p{N}]/u.test(value) || VAGUE.has(value.toLowerCase());
}

function lastOf(at: number, field: Field, search: Search): Word {
  const { words } = search.reading;
  let last = at;
  while (last + 1 < words.length && last - at < MOST_WORDS - 1) {
    const [word, next] = [words[last], words[last + 1]];
    if (!word || !next || !isPart(next, field, search) || !isBeside(search, word, next)) break;
    last++;
  }
  return words[last] ?? { text: "", plain: "", stem: "", start: 0, end: 0 };
}

/** A word that the tool does not use itself, and that no recogniser of another kind has read. */
function isPart(word: Word, { kinds, nameStems }: Field, { known, reading, all }: Search): boolean {
  const isCapital = /^\p{Lu}/u.test(word.text) && !isFirst(word, reading.words);
  if (DETERMINERS.has(word.plain) || PRONOUNS.has(word.plain)) return false;
  if (/^[:=*/+-]$/.test(word.text)) return false;
  if (!isCapital && STOP_WORDS.has(word.stem)) return false;
  if (nameStems.includes(word.stem) || ANNOUNCERS.has(word.plain)) return false;
  if (!isCapital && isFirst(word, reading.words) && all.isVerb(word.stem)) return false;
  if (!isCapital && (known.words.get(word.stem) ?? 0) >= 0.5) return false;
  const isOption = known.fields.some(
    ({ options }) => options.length < MOST_OPTIONS && options.includes(word.plain),
  );
  if (isOption) return false;
  return !reading.values.some(
    (value) =>
      overlaps(value, word) &&
      !kinds.has(value.kind) &&
      [
        "date",
        "duration",
        "money",
        "email",
        "url",
        "path",
        "quoted",
        "number",
        "filetype",
        "size",
        "age",
      ].includes(value.kind),
  );
}

function isFirst(word: Word, words: readonly Word[]): boolean {
  return words[0] === word;
}

function isBeside({ reading }: Search, word: Word, next: Word): boolean {
  return /^[ ._@/+-]?$/.test(reading.text.slice(word.end, next.start));
}
