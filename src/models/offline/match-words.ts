import { editDistance } from "../../base/edit-distance.ts";
import { readSynonyms } from "../../base/synonyms.ts";
import type { Word } from "./words.ts";

/** How a word of a request is a word of an example. */
export type Match = "same" | "synonym" | "slip";

const SHORTEST_SLIP = 4;
const synonyms = readSynonyms();

export function matchOf({ stem, plain }: Word, wanted: string): Match | undefined {
  if (stem === wanted || plain === wanted) return "same";
  if (synonyms.get(stem)?.includes(wanted)) return "synonym";
  const isLong = stem.length >= SHORTEST_SLIP && wanted.length >= SHORTEST_SLIP;
  return isLong && stem[0] === wanted[0] && editDistance(stem, wanted, 1) <= 1 ? "slip" : undefined;
}

/** Near enough for a card, and not to run a call for it. */
export function isLoose(match: Match): boolean {
  return match !== "same";
}
