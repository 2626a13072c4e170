import { stem } from "../../../base/stem.ts";
import { splitWords } from "./split-words.ts";
import { STOP_WORDS } from "./stop-words.ts";
import type { Field } from "./tool-fields.ts";

/** Which documents a term is in, and what it is worth there, in flat arrays. */
export type Postings = {
  /** Every term; its place is its number. */
  readonly terms: readonly string[];
  readonly numbers: ReadonlyMap<string, number>;
  /** A term's entries are from `starts[term]` to `starts[term + 1]`. */
  readonly starts: Uint32Array;
  readonly documents: Uint32Array;
  /** 0 to 1: the BM25 weight of the term in the document without the term's rarity. */
  readonly worths: Float32Array;
  /** How telling each term is: the fewer documents have it, the more. */
  readonly rarities: Float32Array;
};

/** BM25: how soon more of the same word stops to count, and how much a long text is discounted. */
const SATURATION = 2.5;
const LENGTH_DISCOUNT = 0.6;

/**
 * BM25 over weighted fields. Lengths are held against fixed ones, not against the average of all
 * tools, so that what a tool is worth for a word does not depend on its neighbours.
 */
export function buildPostings(documents: readonly (readonly Field[])[]): Postings {
  const numbers = new Map<string, number>();
  const termOf = createTermReader(numbers);
  const entries: { terms: number[]; documents: number[]; worths: number[] } = {
    terms: [],
    documents: [],
    worths: [],
  };
  for (const [document, fields] of documents.entries()) {
    for (const [term, weight] of weighTerms(fields, termOf)) {
      entries.terms.push(term);
      entries.documents.push(document);
      entries.worths.push(weight / (weight + SATURATION));
    }
  }
  const terms = [...numbers.keys()];
  const starts = startsOf(entries.terms, terms.length);
  return {
    terms,
    numbers,
    starts,
    ...sortByTerm(entries, starts),
    rarities: raritiesOf(starts, documents.length),
  };
}

/** The rarity of a term that so many of all documents have. */
export function rarityOf(count: number, all: number): number {
  return Math.log(1 + (all - count + 0.5) / (count + 0.5));
}

/** Most words come again and again: each is stemmed once. Undefined for a stop word. */
function createTermReader(numbers: Map<string, number>): (word: string) => number | undefined {
  const known = new Map<string, number | undefined>();
  return (word) => {
    if (known.has(word)) return known.get(word);
    const term = STOP_WORDS.has(word) ? undefined : numberOf(stem(word), numbers);
    known.set(word, term);
    return term;
  };
}

function numberOf(term: string, numbers: Map<string, number>): number {
  const number = numbers.get(term) ?? numbers.size;
  numbers.set(term, number);
  return number;
}

function weighTerms(
  fields: readonly Field[],
  termOf: (word: string) => number | undefined,
): Map<number, number> {
  const weights = new Map<number, number>();
  for (const { text, weight, usualLength } of fields) {
    const terms = splitWords(text).flatMap((word) => termOf(word) ?? []);
    const length = Math.max(1, terms.length / usualLength);
    const share = weight / (1 - LENGTH_DISCOUNT + LENGTH_DISCOUNT * length);
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + share);
  }
  return weights;
}

function startsOf(entryTerms: readonly number[], count: number): Uint32Array {
  const starts = new Uint32Array(count + 1);
  for (const term of entryTerms) starts[term + 1] = (starts[term + 1] ?? 0) + 1;
  for (let term = 0; term < count; term++) {
    starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  }
  return starts;
}

function sortByTerm(
  entries: { terms: number[]; documents: number[]; worths: number[] },
  starts: Uint32Array,
): Pick<Postings, "documents" | "worths"> {
  const next = starts.slice();
  const documents = new Uint32Array(entries.terms.length);
  const worths = new Float32Array(entries.terms.length);
  for (const [entry, term] of entries.terms.entries()) {
    const place = next[term] ?? 0;
    next[term] = place + 1;
    documents[place] = entries.documents[entry] ?? 0;
    worths[place] = entries.worths[entry] ?? 0;
  }
  return { documents, worths };
}

function raritiesOf(starts: Uint32Array, all: number): Float32Array {
  return Float32Array.from({ length: starts.length - 1 }, (_, term) =>
    rarityOf((starts[term + 1] ?? 0) - (starts[term] ?? 0), all),
  );
}
