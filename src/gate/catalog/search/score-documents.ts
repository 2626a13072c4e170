import type { Meaning } from "./meanings.ts";
import type { Postings } from "./postings.ts";

/** Adds up the words of a query; of the meanings of one word the best counts, in each document. */
export function scoreDocuments(
  { starts, documents, worths }: Postings,
  words: readonly (readonly Meaning[])[],
  count: number,
): Float64Array {
  const scores = new Float64Array(count);
  const best = new Float64Array(count);
  const touched: number[] = [];
  for (const meanings of words) {
    for (const { term, weight } of meanings) {
      const end = starts[term + 1] ?? 0;
      for (let entry = starts[term] ?? 0; entry < end; entry++) {
        const document = documents[entry] as number;
        const score = weight * (worths[entry] as number);
        const known = best[document] as number;
        if (known === 0) touched.push(document);
        if (score > known) best[document] = score;
      }
    }
    for (const document of touched) {
      scores[document] = (scores[document] as number) + (best[document] as number);
      best[document] = 0;
    }
    touched.length = 0;
  }
  return scores;
}
