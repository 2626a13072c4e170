import { editDistance } from "../../../base/edit-distance.ts";

/** A known term that may be meant by a word, and how surely: 0 to 1. */
export type Similar = { readonly term: number; readonly likeness: number };

/** Finds terms that a word may stand for: its beginning, a part of it, or a slip of the pen. */
export type SimilarTerms = {
  /** For a word that is a term itself: longer terms and other forms of it, no slips. */
  kinOf(word: string): readonly Similar[];
  /** For a word that is no term. */
  guessesFor(word: string): readonly Similar[];
};

const MOST = 12;
const SHORTEST = 3;

// How many of a word's pairs a term must have to be compared. Other forms of it keep most; a slip
// spoils two or three. Without these bounds 120,000 random terms cost 5 ms a word.
const KIN_SHARE = 0.6;
const SLIP_SHARE = 0.35;
const MOST_COMPARED = 400;

const KIN_LIKENESS = 0.6;

/** Pairs of letters lead to the terms that share them; only those are then compared in full. */
export function createSimilarTerms(terms: readonly string[]): SimilarTerms {
  const termsOfPair = indexPairs(terms);
  const shared = new Uint16Array(terms.length);

  function sharing(pairs: ReadonlySet<number>, least: number): number[] {
    const touched: number[] = [];
    for (const pair of pairs) {
      for (const term of termsOfPair.get(pair) ?? []) {
        const count = shared[term] as number;
        if (count === 0) touched.push(term);
        shared[term] = count + 1;
      }
    }
    const enough = touched.filter((term) => (shared[term] as number) >= least);
    if (enough.length > MOST_COMPARED) {
      enough.sort((a, b) => (shared[b] as number) - (shared[a] as number) || a - b);
    }
    for (const term of touched) shared[term] = 0;
    return enough.slice(0, MOST_COMPARED);
  }

  function best(
    word: string,
    share: number,
    likenessOf: (term: string) => number,
  ): readonly Similar[] {
    if (word.length < SHORTEST) return [];
    const pairs = pairsOf(word);
    return sharing(pairs, Math.ceil(pairs.size * share))
      .map((term) => ({ term, likeness: likenessOf(terms[term] ?? "") }))
      .filter(({ likeness }) => likeness > 0)
      .sort((a, b) => b.likeness - a.likeness || a.term - b.term)
      .slice(0, MOST);
  }

  return {
    kinOf: (word) => best(word, KIN_SHARE, (term) => KIN_LIKENESS * kinship(word, term)),
    guessesFor(word) {
      const slips = slipsAllowed(word);
      const likenessOf = (term: string) => Math.max(kinship(word, term), slip(word, term, slips));
      return best(word, slips === 0 ? KIN_SHARE : SLIP_SHARE, likenessOf);
    },
  };
}

/** A term that begins with the word, has it inside, or is another form of it. */
function kinship(word: string, term: string): number {
  if (word === term) return 0;
  const cover = word.length / term.length;
  if (term.startsWith(word)) return 0.5 + 0.4 * cover;
  if (word.length > SHORTEST && term.includes(word)) return 0.3 + 0.4 * cover;
  const common = commonPrefix(word, term);
  const longest = Math.max(word.length, term.length);
  return common >= 4 && common / longest >= 0.6 ? 0.7 * (common / longest) : 0;
}

function slip(word: string, term: string, allowed: number): number {
  if (allowed === 0) return 0;
  const distance = editDistance(word, term, allowed);
  if (distance > allowed) return 0;
  const sameStart = word[0] === term[0] ? 0 : 0.15;
  return 0.95 - distance / Math.max(word.length, term.length) - sameStart;
}

/** Short words are near to too many others. */
function slipsAllowed(word: string): number {
  if (word.length < 4) return 0;
  return word.length < 7 ? 1 : 2;
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

function indexPairs(terms: readonly string[]): Map<number, number[]> {
  const termsOfPair = new Map<number, number[]>();
  for (const [number, term] of terms.entries()) {
    for (const pair of pairsOf(term)) {
      const known = termsOfPair.get(pair);
      if (known) known.push(number);
      else termsOfPair.set(pair, [number]);
    }
  }
  return termsOfPair;
}

/** Neighbouring letters as one number each; the first letter also stands alone. */
function pairsOf(word: string): Set<number> {
  const pairs = new Set<number>();
  let before = 0;
  for (let at = 0; at < word.length; at++) {
    const letter = word.charCodeAt(at);
    pairs.add(before * 0x1_0000 + letter);
    before = letter;
  }
  return pairs;
}
