import type { Tool } from "../../../schema/tool.ts";
import { createMeanings } from "./meanings.ts";
import { buildPostings, rarityOf } from "./postings.ts";
import { readQuery } from "./read-query.ts";
import { scoreDocuments } from "./score-documents.ts";
import { toolFields } from "./tool-fields.ts";
import { createTopK } from "./top-k.ts";

/**
 * `score` is the share of the query that the tool answers, 0 to 1, rare words counting more.
 * A query that is the tool's name or id, letter by letter, adds 1.
 */
export type Found = { readonly tool: Tool; readonly score: number };

export type ToolIndex = {
  /** Best first; what is equally good by tool id. */
  search(query: string, limit?: number): readonly Found[];
};

const LIMIT = 10;
const QUERY_CHARACTERS = 500;
const QUERY_WORDS = 40;

export function createToolIndex(tools: readonly Tool[]): ToolIndex {
  // The number of a tool is its place by id, so that ties need no ids.
  const sorted = tools.toSorted((a, b) => (a.toolId < b.toolId ? -1 : 1));
  const postings = buildPostings(sorted.map(toolFields));
  const meaningsOf = createMeanings(postings);
  const named = indexNames(sorted);
  const isKnown = (term: string) => postings.numbers.has(term);
  const mostOfWord = rarityOf(0, sorted.length);

  return {
    search(query, limit = LIMIT) {
      const text = query.slice(0, QUERY_CHARACTERS);
      const words = readQuery(text, isKnown).slice(0, QUERY_WORDS);
      const scores = scoreDocuments(postings, words.map(meaningsOf), sorted.length);
      const most = mostOfWord * words.length;
      for (let number = 0; most > 0 && number < scores.length; number++) {
        scores[number] = (scores[number] as number) / most;
      }
      for (const number of named.get(text) ?? named.get(text.trim()) ?? []) {
        scores[number] = (scores[number] as number) + 1;
      }
      return bestOf(scores, limit).map((number) => ({
        tool: sorted[number] as Tool,
        score: scores[number] as number,
      }));
    },
  };
}

/** A name may be nothing but noise to the words: `the`, `++`. In full it is found all the same. */
function indexNames(tools: readonly Tool[]): ReadonlyMap<string, readonly number[]> {
  const named = new Map<string, number[]>();
  for (const [number, { name, toolId }] of tools.entries()) {
    for (const text of [name, toolId]) {
      if (text.trim() === "") continue;
      const key = text.slice(0, QUERY_CHARACTERS);
      const known = named.get(key);
      if (known) known.push(number);
      else named.set(key, [number]);
    }
  }
  return named;
}

function bestOf(scores: Float64Array, limit: number): number[] {
  const best = createTopK(limit, (a, b) => {
    const [scoreOfA, scoreOfB] = [scores[a] as number, scores[b] as number];
    return scoreOfA > scoreOfB || (scoreOfA === scoreOfB && a < b);
  });
  for (let number = 0; number < scores.length; number++) {
    if ((scores[number] as number) > 0) best.offer(number);
  }
  return best.drain();
}
