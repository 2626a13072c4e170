import type { Candidate, Search } from "./candidate.ts";
import { candidatesOf } from "./candidates.ts";
import { overlaps } from "./recognise/value.ts";

export type Assignment = {
  readonly filled: readonly Candidate[];
  readonly gain: number;
};

const WIDTH = 24;
const FILLED = 0.8;

/** Ways to fill the fields of a tool from a text without using a piece twice, best first. */
export function assign(search: Search): Assignment[] {
  let ways: Assignment[] = [{ filled: [], gain: 0 }];
  for (const field of search.known.fields) {
    const candidates = candidatesOf(field, search);
    if (candidates.length === 0) continue;
    const longer = ways.flatMap(({ filled, gain }) => [
      { filled, gain },
      ...candidates
        .filter((candidate) => !filled.some((other) => overlaps(other, candidate)))
        .map((candidate) => ({
          filled: [...filled, candidate],
          gain: gain + gainOf(candidate),
        })),
    ]);
    ways = longer.toSorted((a, b) => b.gain - a.gain).slice(0, WIDTH);
  }
  return ways;
}

/** Longer text explains more words, and that is weighed elsewhere; here it only breaks ties. */
function gainOf({ fit, weak, start, end, field }: Candidate): number {
  const length = field.shape === "text" ? Math.min(end - start, 200) / 2_000 : 0;
  return FILLED + 0.6 * Math.min(fit, 2.5) - (weak ? 0.4 : 0) + length;
}
