import type { Candidate } from "./candidate.ts";
import { isSame } from "./cue.ts";
import { type Example, type ExampleToken, isTelling } from "./example.ts";
import { STOP_WORDS } from "./stop-words.ts";
import type { Word } from "./words.ts";

const LONGEST = 40;

/** How much a request looks like one of the examples, from 0 to 1, its values being the slots. */
export function resemblance(
  words: readonly Word[],
  filled: readonly Candidate[],
  examples: readonly Example[],
): number {
  const request = asExample(words, filled);
  return examples.reduce(
    (best, example) =>
      atMost(request, example) <= best ? best : Math.max(best, compare(request, example)),
    0,
  );
}

function asExample(words: readonly Word[], filled: readonly Candidate[]): Example {
  const slots = filled.map(({ field, start }) => ({ start, token: { slot: field.name } }));
  const stems = words
    .filter(({ plain, start, end }) => {
      return isTelling(plain) && !filled.some((it) => start < it.end && it.start < end);
    })
    .map(({ stem, start }) => ({ start, token: { stem } }));
  return [...slots, ...stems]
    .toSorted((a, b) => a.start - b.start)
    .slice(0, LONGEST)
    .map(({ token }) => token);
}

/** What it would be if all of the shorter one stood in the longer. */
function atMost(a: Example, b: Example): number {
  const [ofA, ofB] = [weightsOf(a).sum, weightsOf(b).sum];
  return (2 * Math.min(ofA, ofB)) / (ofA + ofB || 1);
}

/** Twice what is common in one order, of all there is in both. */
function compare(a: Example, b: Example): number {
  const [ofA, ofB] = [weightsOf(a), weightsOf(b)];
  const total = ofA.sum + ofB.sum;
  if (total === 0) return 0;
  let last = new Float64Array(b.length + 1);
  for (const [n, left] of a.entries()) {
    const own = ofA.each[n] ?? 0;
    const row = new Float64Array(b.length + 1);
    for (const [at, right] of b.entries()) {
      const alike = likeness(left, right);
      const both = alike === 0 ? 0 : alike * Math.min(own, ofB.each[at] ?? 0);
      row[at + 1] = Math.max(row[at] ?? 0, last[at + 1] ?? 0, (last[at] ?? 0) + both);
    }
    last = row;
  }
  return (2 * (last[b.length] ?? 0)) / total;
}

function likeness(a: ExampleToken, b: ExampleToken): number {
  if ("slot" in a) return "slot" in b && a.slot === b.slot ? 1 : 0;
  if ("slot" in b) return 0;
  if (a.stem === b.stem) return 1;
  return isSame(a.stem, b.stem) ? 0.7 : 0;
}

function weight(token: ExampleToken): number {
  return "slot" in token || !STOP_WORDS.has(token.stem) ? 1 : 0.5;
}

type Weights = { readonly each: readonly number[]; readonly sum: number };

const known = new WeakMap<Example, Weights>();

/** Examples are compared with every way to read a text: what they weigh is worked out once. */
function weightsOf(tokens: Example): Weights {
  const found = known.get(tokens);
  if (found) return found;
  const each = tokens.map(weight);
  const made = { each, sum: each.reduce((total, one) => total + one, 0) };
  known.set(tokens, made);
  return made;
}
