import type { KnownTool } from "./known-tool.ts";
import type { KnownTools } from "./known-tools.ts";
import { isSimilar } from "./similar-words.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { SYNONYMS } from "./synonyms.ts";
import type { Word } from "./words.ts";

/** A word of the text, the word of the tool that it is taken for, and how much that tells. */
export type Match = { readonly word: Word; readonly stem: string; readonly weight: number };

/** The best word of the tool for a word of the text: itself, a synonym, or one that is like it. */
export function matchOf(
  word: Word,
  { words }: KnownTool,
  all: KnownTools,
  isRead: boolean,
): Match | undefined {
  if (STOP_WORDS.has(word.stem)) return undefined;
  const own = words.get(word.stem);
  let best = own ? { word, stem: word.stem, weight: own * all.telling(word.stem) } : undefined;
  const consider = (stem: string, share: number) => {
    const weight = (words.get(stem) ?? 0) * all.telling(stem) * share;
    if (weight > (best?.weight ?? 0)) best = { word, stem, weight };
  };
  // A word that another tool uses itself more likely means that one.
  const share = all.isSaid(word.stem) ? 0.3 : 0.6;
  for (const other of SYNONYMS.get(word.stem) ?? []) consider(other, share);
  if (best || isRead) return best;
  for (const other of words.keys()) if (isSimilar(word.stem, other)) consider(other, 0.7);
  return best;
}

/** A word said twice tells no more. */
export function evidenceOf(matched: readonly Match[]): number {
  const best = new Map<string, number>();
  for (const { stem, weight } of matched) best.set(stem, Math.max(weight, best.get(stem) ?? 0));
  return [...best.values()].reduce((sum, weight) => sum + weight, 0);
}
