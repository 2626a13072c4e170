import { compileLinear } from "../../schema/json-schema/linear-pattern.ts";

export type Matches = (pattern: string, text: string) => boolean;

/** By far the most frequent pattern needs no library. */
const NOT_BLANK = "\\S";

/** Tests texts against patterns, in linear time. A pattern that cannot be compiled matches nothing. */
export function createMatcher(): Matches {
  const compiled = new Map<string, ReturnType<typeof compileLinear>>();
  return (pattern, text) => {
    if (pattern === NOT_BLANK) return /\S/.test(text);
    const test = compiled.get(pattern) ?? compile(pattern);
    compiled.set(pattern, test);
    return test(text);
  };
}

function compile(pattern: string): ReturnType<typeof compileLinear> {
  try {
    return compileLinear(pattern);
  } catch {
    return () => false;
  }
}
