import type { Assignment } from "./assign.ts";
import type { Candidate, Search } from "./candidate.ts";
import type { Field } from "./field.ts";
import type { KnownTool } from "./known-tool.ts";
import type { KnownTools } from "./known-tools.ts";
import { evidenceOf, type Match, matchOf } from "./match-words.ts";
import { MEANT, overlaps, type Value } from "./recognise/value.ts";
import { resemblance } from "./resemblance.ts";
import { ANNOUNCERS, STOP_WORDS } from "./stop-words.ts";
import type { Word } from "./words.ts";

/** One way to understand a text as a call of one tool. */
export type Parse = {
  readonly known: KnownTool;
  readonly filled: readonly Candidate[];
  readonly missing: readonly Field[];
  /** Words of the text that are the tool's own, and how much they tell. */
  readonly matched: readonly Match[];
  readonly evidence: number;
  /** Whether a word was said with which people ask for this tool, and for no other. */
  readonly isOwned: boolean;
  /** Whether something was said beside the values. */
  readonly hasWords: boolean;
  /** Where the first word begins that says something. */
  readonly opening: number | undefined;
  /** How much it looks like an example, 0 to 1. */
  readonly likeness: number;
  /** The same without the values: how much it is worded like an example. */
  readonly alike: number;
  /** What the tool has no place for. */
  readonly unexplained: readonly Word[];
  readonly unused: readonly Value[];
  /** How many of the unexplained words are those of another tool. */
  readonly disowned: number;
  readonly score: number;
  /** It leaves out what every example says, and only limits something: it is about another tool. */
  readonly isBeside: boolean;
};

const EVERYTHING = /^(?:everything|stuff|things)$/;
/** A reading without what every example says. */
const INESSENTIAL = 1.5;
const UNLIKE = 1.5;
const TIMES = new Set(["date", "duration"]);
export function weigh({ filled, gain }: Assignment, search: Search, all: KnownTools): Parse {
  const { known, reading } = search;
  // The word that sets a flag still says which tool is meant.
  const consuming = filled.filter(({ field }) => field.shape !== "boolean");
  const isTaken = (it: { readonly start: number; readonly end: number }) =>
    consuming.some((candidate) => overlaps(candidate, it));
  const hasAges = known.fields.some(({ kinds }) => kinds.has("age"));
  // A tool that could keep to a time, and does not, would answer something else.
  const isMeant = ({ kind }: Value) => MEANT.has(kind) || (kind === "age" && hasAges);
  const unused = reading.values.filter((value) => isMeant(value) && !isTaken(value));
  const left = reading.words.filter((word) => !isTaken(word));
  // "minutes" is no slip for "minus".
  const isRead = (word: Word) =>
    reading.values.some((value) => TIMES.has(value.kind) && overlaps(value, word));
  const matches = left.map((word) => ({ word, match: matchOf(word, known, all, isRead(word)) }));
  const matched = matches.flatMap(({ match }) => (match ? [match] : []));
  const unexplained = matches.flatMap(({ word, match }) =>
    match ||
    (!known.effectful && EVERYTHING.test(word.plain)) ||
    STOP_WORDS.has(word.stem) ||
    ANNOUNCERS.has(word.plain) ||
    unused.some((value) => overlaps(value, word))
      ? []
      : [word],
  );
  const missing = known.fields.filter(
    (field) => field.required && !filled.some((candidate) => candidate.field === field),
  );
  const likeness = resemblance(reading.words, consuming, known.examples);
  const alike = resemblance(left, [], known.worded);
  const evidence = evidenceOf(matched);
  const head = left.find(({ stem }) => !STOP_WORDS.has(stem));
  const isHead = matched.some(({ word, stem }) => word === head && known.verbs.has(stem));
  const isForeign = ({ word, stem }: Match) => word.stem !== stem && all.isSaid(word.stem);
  const foreign = matched.filter(isForeign).length;
  const isFirm = filled.some(({ field }) => field.required && field.strict);
  const isOwn = (match: Match) =>
    (known.words.get(match.stem) ?? 0) >= 1 && !isForeign(match) && (isFirm || !isGeneric(match));
  const pairs = adjacentPairs(filled, search);
  // Each example says something that is not here: a search without what to search for.
  const isUnlike =
    known.examples.length > 0 &&
    known.examples.every((example) =>
      example.some(
        (token) => "slot" in token && !filled.some(({ field }) => field.name === token.slot),
      ),
    );
  const isInessential =
    !known.effectful &&
    known.essential.size > 0 &&
    !matched.some(({ stem }) => known.essential.has(stem));
  const disowned = unexplained.filter(({ stem }) => all.isSaid(stem)).length;
  const lost = unexplained.length + unused.filter(isOutermost).length;
  // A folder that is known was named: what does not go there is not what was asked for.
  const isOutOfPlace = unused.some(({ kind, detail }) => kind === "path" && detail !== undefined);
  const score =
    evidence -
    0.8 * foreign +
    2 * likeness +
    gain +
    0.4 * pairs +
    (isHead ? 0.5 : 0) -
    1.2 * lost -
    1.5 * disowned -
    (isInessential ? INESSENTIAL : 0) -
    (isOutOfPlace ? 2 : 0) -
    (isUnlike && !known.effectful ? UNLIKE : 0) -
    1.2 * missing.length;
  const opening = reading.words.find(({ stem }) => !STOP_WORDS.has(stem))?.start;
  return {
    ...{ known, filled, missing, matched, evidence, opening, likeness, alike },
    ...{
      unexplained,
      unused,
      score,
      disowned,
      isOwned: matched.some(isOwn),
      hasWords: left.length > 0,
      isBeside: isInessential && filled.some(({ field }) => isLimit(field)),
    },
  };
}

function isLimit({ kinds }: Field): boolean {
  return kinds.has("filetype") || kinds.has("size") || kinds.has("age");
}

/** "new" may stand for "create", but it orders nothing. */
function isGeneric({ word, stem }: Match): boolean {
  return word.stem !== stem && /^(?:new|mak|add|put|open|set)$/.test(word.stem);
}

/** Values that stand side by side as in an example: "300 GBP". */
function adjacentPairs(filled: readonly Candidate[], { known, reading }: Search): number {
  const row = filled.toSorted((a, b) => a.start - b.start);
  const isPair = (candidate: Candidate, at: number) => {
    const next = row[at + 1];
    if (!next || /\S/.test(reading.text.slice(candidate.end, next.start))) return false;
    return known.examples.some((example) =>
      example.some((token, n) => {
        const behind = example[n + 1];
        if (!("slot" in token) || !behind || !("slot" in behind)) return false;
        return token.slot === candidate.field.name && behind.slot === next.field.name;
      }),
    );
  };
  return row.filter(isPair).length;
}

/** A number inside an address is lost with the address. */
function isOutermost(value: Value, _: number, all: readonly Value[]): boolean {
  return !all.some(
    (other) =>
      other !== value &&
      overlaps(other, value) &&
      (other.end - other.start > value.end - value.start ||
        (other.end - other.start === value.end - value.start &&
          all.indexOf(other) < all.indexOf(value))),
  );
}
