import type { Example } from "./example.ts";
import { stem } from "./stem.ts";
import { STOP_WORDS } from "./stop-words.ts";
import { SYNONYMS } from "./synonyms.ts";
import type { Word } from "./words.ts";

/** The words around a value that tell for which field it is meant, nearest first. */
export type Cue = {
  readonly left: readonly string[];
  readonly right: readonly string[];
  /** Right behind another value: "{amount} {currency}". */
  readonly behindValue?: boolean;
};

const REACH = 3;

/** The words beside a field's slots in the examples of its tool. */
export function cuesOf(field: string, examples: readonly Example[]): Cue[] {
  return examples.flatMap((example) =>
    example.flatMap((token, at) => {
      if (!("slot" in token) || token.slot !== field) return [];
      const left = wordsUntilSlot(example.slice(0, at).reverse());
      const right = wordsUntilSlot(example.slice(at + 1));
      const [last, before] = left;
      // "check out" is also written "checkout".
      const joined = last && before ? [{ left: [`${before}${last}`], right }] : [];
      const behindValue = left.length === 0 && at > 0;
      return [{ left, right, ...(behindValue && { behindValue }) }, ...joined];
    }),
  );
}

export function cue(left: string, right = ""): Cue {
  const stems = (words: string) => words.split(" ").filter(Boolean).map(stem);
  return { left: stems(left).reverse(), right: stems(right) };
}

/** How well the words around a value fit one of the cues: 0 not at all, 1 and more well. */
export function fitOf(
  cues: readonly Cue[],
  before: readonly Word[],
  after: readonly Word[],
): number {
  let best = 0;
  for (const { left, right } of cues) {
    const onLeft = run(left, before);
    const onRight = run(right, after);
    best = Math.max(best, onLeft + 0.8 * onRight);
  }
  return best;
}

/** Words that match one after the other, beginning beside the value. */
function run(cue: readonly string[], words: readonly Word[]): number {
  let fit = 0;
  let at = 0;
  let isTold = false;
  for (const expected of cue) {
    const found = words[at];
    if (!found || !isSame(found.stem, expected)) break;
    const isStop = STOP_WORDS.has(expected);
    fit += isStop ? 0.6 : 1;
    isTold ||= !isStop;
    at++;
  }
  // Of "assign it to", "to" alone says little.
  const isRest = !isTold && at < cue.length;
  return Math.min(isRest ? fit * 0.6 : fit, 2);
}

export function isSame(a: string, b: string): boolean {
  return a === b || (SYNONYMS.get(a)?.has(b) ?? false);
}

function wordsUntilSlot(tokens: Example): string[] {
  const words: string[] = [];
  for (const token of tokens) {
    if ("slot" in token || words.length === REACH) break;
    words.push(token.stem);
  }
  return words;
}
