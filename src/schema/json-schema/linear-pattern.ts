import { createRequire } from "node:module";
import { patternWeight } from "./pattern-weight.ts";

type Test = (text: string) => boolean;

const LONGEST = 1_000;
/** Takes a twentieth of a second to compile, and its memory. */
const HEAVIEST = 5_000;
const require = createRequire(import.meta.url);

/**
 * An expression from outside, tested in linear time: JavaScript's own take forever for some texts.
 * Throws for what needs more than that (look-around, back-references). Loads its library when the
 * first one is compiled.
 */
export function compileLinear(pattern: string): Test {
  if (pattern.length > LONGEST) {
    throw new Error(`A pattern has ${pattern.length} characters; ${LONGEST} are allowed.`);
  }
  if (patternWeight(pattern) > HEAVIEST) {
    throw new Error(`The pattern "${pattern}" cannot be tested: it repeats too much.`);
  }
  const plain = plainTest(pattern);
  if (plain) return plain;
  const { RE2JS } = require("re2js") as typeof import("re2js");
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return (text) => expression.matcher(text).find();
  } catch {
    const message = `The pattern "${pattern}" cannot be tested in linear time: it must do without look-around and back-references.`;
    throw new Error(message);
  }
}

/** JavaScript's own are fifty times as fast. Undefined for what it cannot be trusted with. */
export function plainTest(pattern: string): Test | undefined {
  if (!isPlainPattern(pattern)) return undefined;
  try {
    const expression = new RegExp(pattern, "u");
    return (text) => expression.test(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether JavaScript tests it in linear time as well, as far as can be told at a glance: one
 * repetition of one character at most, and with a fixed beginning.
 */
export function isPlainPattern(pattern: string): boolean {
  return pattern.length <= LONGEST && (PLAIN.test(pattern) || ANY.has(pattern));
}

const ANY: ReadonlySet<string> = new Set([".*", ".+", "^.*", "^.+"]);
const CHARACTER = String.raw`(?:[\w \-:@#%&=~,;'"!<>/]|\\[dDwWsS.\-/$^()[\]{}|?*+\\]|\.|\[\^?(?:[^\\[\]]|\\[dDwWsS.\-/$^()[\]{}|?*+\\])+\])`;
const REPETITION = String.raw`(?:[*+?]|\{\d{1,3}(?:,\d{0,3})?\})`;
const PLAIN = new RegExp(`^(?:\\^?${CHARACTER}*|\\^${CHARACTER}*${REPETITION}${CHARACTER}*)\\$?$`);
