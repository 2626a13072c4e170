import { compileLinear, plainTest } from "./linear-pattern.ts";
import { patternWeight } from "./pattern-weight.ts";

/** The weight is what testing takes for each character of a text. */
type Compiled = { readonly test: (text: string) => boolean; readonly weight: number };

/** The expressions in the schemas of one owner: how many there are is nobody else's concern. */
export interface Patterns {
  /** Throws when there are too many, or when this one cannot be used. */
  compile(pattern: string): Compiled;
}

/** What compiling a small one takes, in steps. */
const EACH = 20;
/** Takes a quarter of a second. Five hundred ordinary ones need as much. */
const MOST_STEPS = 30_000;

export function createPatterns(): Patterns {
  const compiled = new Map<string, Compiled>();
  let left = MOST_STEPS;
  return {
    compile(pattern) {
      const known = compiled.get(pattern);
      if (known) return known;
      const plain = plainTest(pattern);
      const weight = plain ? 0 : patternWeight(pattern);
      const made = { test: plain ?? compileLinear(pattern), weight };
      left -= EACH + weight;
      if (left < 0) throw new Error("There are too many patterns in it.");
      compiled.set(pattern, made);
      return made;
    },
  };
}
