import type { KnownTools } from "./known-tools.ts";

export type Matches = (pattern: string, text: string) => boolean;

const LONGEST_PATTERN = 500;
/** By far the most frequent pattern needs no library. */
const NOT_BLANK = "\\S";
const matchers = new WeakMap<KnownTools, Promise<Matches>>();

/**
 * Tests texts against the patterns of schemas in linear time: schemas come from outside, and so does
 * the text. Loads its library only when a tool has a pattern. What it cannot compile matches nothing.
 */
export function patternMatcher(known: KnownTools): Promise<Matches> {
  const matcher = matchers.get(known) ?? createMatcher(known);
  matchers.set(known, matcher);
  return matcher;
}

async function createMatcher({ tools }: KnownTools): Promise<Matches> {
  const hasPattern = tools.some(({ fields }) =>
    fields.some(({ schema: { pattern } }) => typeof pattern === "string" && pattern !== NOT_BLANK),
  );
  if (!hasPattern) return (_, text) => /\S/.test(text);
  const { RE2JS } = await import("re2js");
  const compiled = new Map<string, { test(text: string): boolean } | undefined>();
  const compile = (pattern: string) => {
    if (pattern.length > LONGEST_PATTERN) return undefined;
    try {
      const expression = RE2JS.compile(pattern);
      return { test: (text: string) => expression.matcher(text).find() };
    } catch {
      return undefined;
    }
  };
  return (pattern, text) => {
    if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
    return compiled.get(pattern)?.test(text) ?? false;
  };
}
