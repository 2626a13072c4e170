import { stem } from "../../../base/stem.ts";
import { splitWords } from "./split-words.ts";
import { STOP_WORDS } from "./stop-words.ts";

/**
 * What a query asks for, each once, as stems. Two neighbours that are one known word count as that
 * word too (`screen shot`), and an unknown word that is made of known ones as those
 * (`pullrequest`).
 */
export function readQuery(query: string, isKnown: (term: string) => boolean): readonly string[] {
  const words = splitWords(query);
  const asked = new Set<string>();
  for (const [place, word] of words.entries()) {
    const both = stem(word + (words[place + 1] ?? ""));
    if (place + 1 < words.length && isKnown(both)) asked.add(both);
    if (STOP_WORDS.has(word)) continue;
    const term = stem(word);
    const parts = isKnown(term) ? [term] : (splitCompound(word, isKnown) ?? [term]);
    for (const part of parts) asked.add(part);
  }
  return [...asked];
}

const SHORTEST_PART = 3;
const LONGEST_COMPOUND = 40;
const MOST_PARTS = 4;

/** The longest beginnings come first. Undefined when something unknown would be left. */
function splitCompound(
  word: string,
  isKnown: (term: string) => boolean,
  most = MOST_PARTS,
): readonly string[] | undefined {
  if (word.length > LONGEST_COMPOUND) return undefined;
  if (most < MOST_PARTS && isKnown(stem(word))) return [stem(word)];
  if (most === 1) return undefined;
  for (let at = word.length - SHORTEST_PART; at >= SHORTEST_PART; at--) {
    const first = stem(word.slice(0, at));
    if (!isKnown(first)) continue;
    const rest = splitCompound(word.slice(at), isKnown, most - 1);
    if (rest) return [first, ...rest];
  }
  return undefined;
}
