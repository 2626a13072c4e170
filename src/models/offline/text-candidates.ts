import { around, type Candidate, type Search } from "./candidate.ts";
import { isAllowed } from "./convert-value.ts";
import { fitOf, isSame } from "./cue.ts";
import type { Field } from "./field.ts";
import { generalCues, isBody, isSought } from "./general-cues.ts";
import { overlaps, type Value } from "./recognise/value.ts";
import { BREAKS, spanEnds, trimSpan } from "./spans.ts";
import { ANNOUNCERS, DETERMINERS, PRONOUNS, STOP_WORDS } from "./stop-words.ts";
import type { Word } from "./words.ts";

const OPENED = 0.6;
const MOST_STARTS = 12;

/** Whatever was said for a field: in quotation marks, or behind words that announce it. */
export function textCandidates(field: Field, search: Search): Candidate[] {
  const { reading, known, matches } = search;
  const cues = [...field.cues, ...generalCues(field, known)];
  const openers = cues.filter(({ left }) => left.length > 0);
  const quoted = reading.values.flatMap(({ kind, value, start, end }): Candidate[] => {
    if (kind !== "quoted") return [];
    const { before, after } = around(reading, start, end);
    return [{ field, value, start, end, fit: 0.4 + fitOf(cues, before, after) }];
  });
  const starts = reading.words.flatMap((word, at) => {
    if (!isStart(word, reading.words[at - 1], reading.words[at + 1], search)) return [];
    const { before } = around(reading, word.start, word.end);
    const fit = fitOf(openers, before, []);
    return fit >= OPENED ? [{ word, fit, before }] : [];
  });
  const isMessage = isBody(field) && !isSought(field, known);
  const loose = starts.slice(0, MOST_STARTS).flatMap(({ word, fit, before }) =>
    spanEnds(field, word, search).flatMap((end): Candidate[] => {
      const rest = reading.text.slice(word.start, end).trimEnd().length;
      // Behind a colon everything counts, also the last mark.
      const isVerbatim = before[0]?.plain === ":" && end >= reading.text.trimEnd().length;
      const from = isSought(field, known) ? behindArticle(word, reading.words) : word;
      const span = isVerbatim
        ? { start: word.start, end: word.start + rest }
        : trimSpan(reading.text, from.start, end, isMessage);
      const value = reading.text.slice(span.start, span.end);
      if (!isText(value, span, fit >= 1 || /\s\S+\s/.test(value), isBody(field), search)) return [];
      if (!isVerbatim && announcesMore(word, span, before[0], search)) return [];
      const { after } = around(reading, span.start, span.end);
      const both = fitOf(cues, before, after);
      const isVerb = [...known.verbs.keys()].some((verb) => isSame(verb, before[0]?.stem ?? ""));
      const isLoose = fit <= 1 && isVerb && !/\p{Lu}/u.test(value);
      // "write the weather to a.txt" wants the weather, not these words.
      const isOrdered = /^(?:an?|the|my|down|up|out)\s/i.test(value) && isBody(field);
      const isWeak = (isLoose && (both <= fit || isOrdered)) || isPhrasal(value, before);
      return [{ field, value, ...span, fit: Math.max(fit, both), ...(isWeak && { weak: true }) }];
    }),
  );
  return [...quoted, ...loose].filter(({ value }) => isAllowed(field.schema, value, matches));
}

/** "which mention the landlord": files that say "landlord". */
function behindArticle(word: Word, words: readonly Word[]): Word {
  const next = words[words.indexOf(word) + 1];
  return next && /^(?:an?|the)$/.test(word.plain) ? next : word;
}

/** "put on the kettle" need not be what "put on {query}" is for. */
function isPhrasal(value: string, [particle, verb]: readonly Word[]): boolean {
  const isParticle = /^(?:on|up|down|off|out)$/.test(particle?.plain ?? "");
  return (
    isParticle && verb !== undefined && /^(?:the|an?|your|my|his|her)\s[^\p{Lu}]*$/u.test(value)
  );
}

/** "a call named …": what is named is the text, not all of this. */
function announcesMore(
  first: Word,
  span: { readonly start: number; readonly end: number },
  before: Word | undefined,
  { reading }: Search,
): boolean {
  if (before && ANNOUNCERS.has(before.plain)) return false;
  return reading.words.some(
    (word) => word !== first && ANNOUNCERS.has(word.plain) && overlaps(word, span),
  );
}

/** Not behind an article, which belongs to the text, and not in the middle of a quotation. */
function isStart(
  word: Word,
  last: Word | undefined,
  next: Word | undefined,
  { reading }: Search,
): boolean {
  if (last && DETERMINERS.has(last.plain) && last.plain !== "some") return false;
  if (/^(?:it|this|that|them|these|those)$/.test(word.plain) && BREAKS.has(next?.plain ?? ""))
    return false;
  if (word.plain === "some" || BREAKS.has(word.plain)) return false;
  if (/^[:=*/+-]$/.test(word.text)) return false;
  return !reading.values.some((value) => value.kind === "quoted" && overlaps(value, word));
}

/** More than words that every request has, and more than what the tool is called. */
function isText(
  value: string,
  span: { readonly start: number; readonly end: number },
  isAnnounced: boolean,
  isAllowedPlace: boolean,
  { reading, known }: Search,
): boolean {
  if (value.length === 0) return false;
  const isReference = reading.values.some(
    ({ kind, start, end }) => kind === "reference" && start <= span.start && span.end <= end,
  );
  if (isReference) return false;
  // "find report in my downloads" looks for a report, in a place.
  const isPlace = ({ kind, detail, ...at }: Value) =>
    kind === "path" && detail !== undefined && overlaps(at, span);
  if (!isAllowedPlace && reading.values.some(isPlace)) return false;
  const words = reading.words.filter((word) => word.start >= span.start && word.end <= span.end);
  if (words.every(({ plain }) => PRONOUNS.has(plain) || DETERMINERS.has(plain))) return false;
  return words.some(
    ({ plain, stem }) =>
      (known.words.get(stem) ?? 0) < 0.5 &&
      (isAnnounced
        ? !BREAKS.has(plain) && !PRONOUNS.has(plain) && !DETERMINERS.has(plain)
        : !STOP_WORDS.has(stem)),
  );
}
