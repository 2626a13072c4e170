import { readSynonyms } from "../../../base/synonyms.ts";
import type { Postings } from "./postings.ts";
import { createSimilarTerms } from "./similar-terms.ts";

/** A term that a word of a query may mean, and what one full match of it counts. */
export type Meaning = { readonly term: number; readonly weight: number };

const SYNONYM_LIKENESS = 0.5;

/** Itself, forms of it, synonyms; for a word that no tool has, what it was meant to be. */
export function createMeanings({
  terms,
  numbers,
  rarities,
}: Postings): (word: string) => readonly Meaning[] {
  const similar = createSimilarTerms(terms);
  const synonyms = readSynonyms();

  return (word) => {
    const itself = numbers.get(word);
    const meant = itself === undefined ? similar.guessesFor(word) : similar.kinOf(word);
    const likenesses = new Map(meant.map(({ term, likeness }) => [term, likeness]));
    for (const synonym of synonyms.get(word) ?? []) {
      const term = numbers.get(synonym);
      if (term === undefined) continue;
      likenesses.set(term, Math.max(likenesses.get(term) ?? 0, SYNONYM_LIKENESS));
    }
    if (itself !== undefined) likenesses.set(itself, 1);
    // A rare relative of a common word is no more telling than the word.
    const most = itself === undefined ? Number.POSITIVE_INFINITY : (rarities[itself] ?? 0);
    return [...likenesses].map(([term, likeness]) => ({
      term,
      weight: likeness * Math.min(most, rarities[term] ?? 0),
    }));
  };
}
